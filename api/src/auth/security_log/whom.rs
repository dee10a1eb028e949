//! Who is behind a request, noted where it is found out, for whoever watches the answer.

use crate::auth::Scope;
use crate::ids::TenantId;
use entities::person;
use poem::Request;
use sea_orm::prelude::Uuid;
use std::sync::{Arc, OnceLock};

/// Somebody, as far as they are known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Caller {
    /// The person who asks, or whose account is tried.
    pub person: Option<Uuid>,
    /// The organization that is asked.
    pub tenant: Option<Uuid>,
    /// The API key that asks.
    pub api_key: Option<Uuid>,
}

/// A place on a request that is written to once.
#[derive(Debug, Default)]
pub struct Whom(OnceLock<Caller>);

impl Whom {
    /// Notes that this caller asks.
    pub(in crate::auth) fn asks(request: &Request, scope: &Scope) {
        let person = scope.signed_in().map(|(_, person)| person.id);
        Self::note(
            request,
            Caller {
                person,
                tenant: Some(scope.access().tenant().0),
                api_key: scope.key_id(),
            },
        );
    }

    /// Notes whose account somebody tries to get into.
    pub fn tries(request: &Request, account: &person::Model, tenant: Option<TenantId>) {
        Self::note(
            request,
            Caller {
                person: Some(account.id),
                tenant: tenant.map(|tenant| tenant.0),
                api_key: None,
            },
        );
    }

    fn note(request: &Request, caller: Caller) {
        if let Some(whom) = request.data::<Arc<Self>>() {
            // Whoever was noted first stays: a request has one caller.
            let _ = whom.0.set(caller);
        }
    }

    pub(super) fn caller(&self) -> Option<Caller> {
        self.0.get().copied()
    }
}

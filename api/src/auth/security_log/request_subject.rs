//! Who is behind a request, noted where it is found out, for whoever watches the answer.

use crate::auth::Scope;
use crate::ids::TenantId;
use entities::person;
use poem::Request;
use sea_orm::prelude::Uuid;
use std::sync::{Arc, OnceLock};

/// Somebody, as far as they are known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SubjectIds {
    /// The person who asks, or whose account is tried.
    pub person: Option<Uuid>,
    /// The organization that is asked.
    pub tenant: Option<Uuid>,
    /// The API key that asks.
    pub api_key: Option<Uuid>,
}

/// A place on a request that is written to once.
#[derive(Debug, Default)]
pub struct RequestSubject(OnceLock<SubjectIds>);

impl RequestSubject {
    /// Notes that this caller asks.
    pub(in crate::auth) fn record_caller(request: &Request, scope: &Scope) {
        let person = scope.signed_in().map(|(_, person)| person.id);
        Self::record_once(
            request,
            SubjectIds {
                person,
                tenant: Some(scope.access().tenant().0),
                api_key: scope.api_key_id(),
            },
        );
    }

    /// Notes whose account somebody tries to get into.
    pub fn record_target_account(
        request: &Request,
        account: &person::Model,
        tenant: Option<TenantId>,
    ) {
        Self::record_once(
            request,
            SubjectIds {
                person: Some(account.id),
                tenant: tenant.map(|tenant| tenant.0),
                api_key: None,
            },
        );
    }

    fn record_once(request: &Request, caller: SubjectIds) {
        if let Some(whom) = request.data::<Arc<Self>>() {
            // Whoever was noted first stays: a request has one caller.
            let _ = whom.0.set(caller);
        }
    }

    pub(super) fn recorded_ids(&self) -> Option<SubjectIds> {
        self.0.get().copied()
    }
}

//! The subject of a request, recorded during authentication for the security log.

use crate::auth::Scope;
use crate::ids::TenantId;
use entities::person;
use poem::Request;
use sea_orm::prelude::Uuid;
use std::sync::{Arc, OnceLock};

/// Ids of the caller or the target account, as far as known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SubjectIds {
    /// The user who sends the request, or whose account is the target.
    pub person: Option<Uuid>,
    /// The organization.
    pub tenant: Option<Uuid>,
    /// The API key that sends the request.
    pub api_key: Option<Uuid>,
}

/// Request data that is set once.
#[derive(Debug, Default)]
pub struct RequestSubject(OnceLock<SubjectIds>);

impl RequestSubject {
    /// Records the authenticated caller.
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

    /// Records the account that someone tries to access.
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

    fn record_once(request: &Request, ids: SubjectIds) {
        if let Some(subject) = request.data::<Arc<Self>>() {
            // The first record wins: a request has one caller.
            let _ = subject.0.set(ids);
        }
    }

    pub(super) fn recorded_ids(&self) -> Option<SubjectIds> {
        self.0.get().copied()
    }
}

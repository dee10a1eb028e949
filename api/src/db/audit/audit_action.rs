//! The actions of the audit log.

macro_rules! define_actions {
    ($($(#[$doc:meta])* $variant:ident = $name:literal;)+) => {
        /// An action in an organization.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum AuditAction { $($(#[$doc])* $variant,)+ }

        impl AuditAction {
            /// All actions.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// The name in the log and the API.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)+ }
            }
        }
    };
}

define_actions! {
    /// The organization and its owner were registered.
    OrganizationCreated = "organization.created";
    /// The name, currency or time zone was changed.
    OrganizationUpdated = "organization.updated";
    /// MFA was made mandatory or optional for members.
    MfaPolicyUpdated = "organization.mfa_policy_updated";
    /// An owner exported all data.
    OrganizationExported = "organization.exported";
    /// A user invited someone.
    InvitationSent = "invitation.sent";
    /// The email of an invitation was sent again.
    InvitationResent = "invitation.resent";
    /// An invitation was revoked.
    InvitationRevoked = "invitation.revoked";
    /// An invitation was accepted.
    InvitationAccepted = "invitation.accepted";
    /// The role of a member was changed.
    MemberRoleUpdated = "member.role_updated";
    /// A member was removed or left.
    MemberRemoved = "member.removed";
    /// An administrator revoked the sessions of a member.
    MemberSessionsRevoked = "member.sessions_revoked";
    /// A user switched to this organization in an existing session.
    SessionOrganizationSwitched = "session.organization_switched";
    /// A user signed in.
    SessionCreated = "session.created";
    /// A session was revoked, by signing out or from another session.
    SessionRevoked = "session.revoked";
    /// A user revoked all their other sessions.
    OtherSessionsRevoked = "session.others_revoked";
    /// An operator revoked all sessions of a user.
    AllSessionsRevoked = "session.all_revoked";
    /// A user changed their name.
    AccountUpdated = "account.updated";
    /// A user changed their display preferences.
    PreferencesUpdated = "preferences.updated";
    /// A user deleted their account.
    AccountDeleted = "account.deleted";
    /// A user changed their password.
    PasswordChanged = "password.changed";
    /// A user reset their password with an emailed link.
    PasswordReset = "password.reset";
    /// A user enabled MFA.
    MfaEnabled = "mfa.enabled";
    /// A user disabled MFA.
    MfaDisabled = "mfa.disabled";
    /// The data source was changed.
    DataSourceUpdated = "data_source.updated";
    /// The column mapping was changed.
    ColumnMappingUpdated = "column_mapping.updated";
    /// What the dates of sales are was changed.
    SalesDatingUpdated = "sales_dating.updated";
    /// The sync schedule was changed.
    SyncScheduleUpdated = "sync_schedule.updated";
    /// The policy for schema drift was changed.
    SchemaDriftPolicyUpdated = "schema_drift.policy_updated";
    /// Changed source columns were accepted.
    SchemaDriftAccepted = "schema_drift.accepted";
    /// A sync was started.
    SyncStarted = "sync.started";
    /// A sync was canceled.
    SyncCancelled = "sync.cancelled";
    /// The purchasing settings were changed.
    PurchasingSettingsUpdated = "purchasing_settings.updated";
    /// A stock correction was saved or removed.
    StockCorrectionUpdated = "stock_correction.updated";
    /// A user changed where the order lines of locations without stock count.
    LocationMappingUpdated = "location_mapping.updated";
    /// An unusual purchase price was confirmed, or its confirmation withdrawn.
    PriceConfirmationUpdated = "price_confirmation.updated";
    /// The outcome of a call to a customer was recorded.
    CallOutcomeRecorded = "call_outcome.recorded";
    /// The settings of the call list were changed.
    CallListSettingsUpdated = "call_list_settings.updated";
    /// An API key was created.
    ApiKeyCreated = "api_key.created";
    /// An API key was revoked.
    ApiKeyRevoked = "api_key.revoked";
    /// A link to a view was created for people outside of the organization.
    ViewShared = "view.shared";
    /// A link to a view was revoked.
    ViewShareRevoked = "view.share_revoked";
    /// A webhook was created.
    WebhookCreated = "webhook.created";
    /// A webhook was changed.
    WebhookUpdated = "webhook.updated";
    /// A webhook was disabled because its endpoint failed.
    WebhookDisabled = "webhook.disabled";
    /// A webhook was deleted.
    WebhookDeleted = "webhook.deleted";
    /// The signing secret of a webhook was rotated.
    WebhookSecretRotated = "webhook.secret_rotated";
    /// A delivery of a webhook was sent again.
    WebhookDeliveryReplayed = "webhook.delivery_replayed";
    /// A channel of Slack or Teams was added.
    MessageChannelCreated = "message_channel.created";
    /// A channel was enabled again, or disabled because it failed.
    MessageChannelUpdated = "message_channel.updated";
    /// A channel was removed.
    MessageChannelDeleted = "message_channel.deleted";
    /// An order draft was created from recommendations.
    OrderDraftCreated = "order_draft.created";
    /// An order draft was marked as ordered.
    OrderDraftOrdered = "order_draft.ordered";
    /// An order draft above a limit was approved.
    OrderDraftApproved = "order_draft.approved";
    /// The totals above which orders need approval were changed.
    ApprovalLimitsUpdated = "approval_limits.updated";
    /// The own weather regions or the weather provider were changed.
    WeatherSettingsUpdated = "weather_settings.updated";
    /// An order draft was discarded.
    OrderDraftDiscarded = "order_draft.discarded";
    /// A user sent an order to its supplier.
    OrderDraftSent = "order_draft.sent";
    /// A supplier answered an order.
    OrderDraftAcknowledged = "order_draft.acknowledged";
    /// The email address of a supplier was changed.
    SupplierContactUpdated = "supplier_contact.updated";
    /// An operator suspended the organization.
    OrganizationSuspended = "organization.suspended";
    /// An operator resumed the organization.
    OrganizationResumed = "organization.resumed";
    /// An operator changed the usage limits.
    OrganizationLimitsUpdated = "organization.limits_updated";
    /// An operator read an unsent email.
    EmailRead = "email.read";
}

impl AuditAction {
    /// The action with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .copied()
            .find(|action| action.name() == name)
    }
}

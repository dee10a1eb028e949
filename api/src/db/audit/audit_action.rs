//! Everything that the audit log tells of, by name.

macro_rules! define_actions {
    ($($(#[$doc:meta])* $variant:ident = $name:literal;)+) => {
        /// Something that was done in an organization.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Action { $($(#[$doc])* $variant,)+ }

        impl Action {
            /// Every action.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// The name in the log and the API.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)+ }
            }
        }
    };
}

define_actions! {
    /// The organization was registered, with its owner.
    OrganizationCreated = "organization.created";
    /// Its name, currency or clock was changed.
    OrganizationChanged = "organization.changed";
    /// It was said whether its members have to use two-step sign-in.
    SecondStepDemandSet = "organization.second_step_set";
    /// An owner asked for everything of it as files.
    OrganizationExported = "organization.exported";
    /// Somebody was invited.
    InvitationSent = "invitation.sent";
    /// Another letter was sent for an invitation.
    InvitationSentAgain = "invitation.sent_again";
    /// An invitation was taken back.
    InvitationRevoked = "invitation.revoked";
    /// Somebody joined by invitation.
    InvitationAccepted = "invitation.accepted";
    /// A member was given another role.
    RoleGiven = "member.role_given";
    /// A member was removed, or left.
    MemberRemoved = "member.removed";
    /// A member's sessions were ended by somebody who manages members.
    MemberSessionsEnded = "member.sessions_ended";
    /// Somebody came from another organization of theirs, with the session that they had.
    SessionMoved = "session.moved";
    /// Somebody signed in.
    SignedIn = "session.opened";
    /// A session was ended: by signing out, or by its person from elsewhere.
    SessionEnded = "session.ended";
    /// Somebody ended all their other sessions.
    OtherSessionsEnded = "session.others_ended";
    /// The operator ended all sessions of somebody.
    AllSessionsEnded = "session.all_ended";
    /// Somebody changed their own name.
    AccountChanged = "account.changed";
    /// Somebody changed how figures and times are written for them.
    PreferencesChanged = "preferences.changed";
    /// Somebody deleted their own account.
    AccountDeleted = "account.deleted";
    /// Somebody changed their own password.
    PasswordChanged = "password.changed";
    /// Somebody chose a new password by the link of a letter.
    PasswordReset = "password.reset";
    /// Somebody turned two-step sign-in on.
    MfaTurnedOn = "mfa.turned_on";
    /// Somebody turned two-step sign-in off.
    MfaTurnedOff = "mfa.turned_off";
    /// It was said where rows come from.
    SourceSet = "source.set";
    /// It was said what columns are called at the source.
    MappingSet = "mapping.set";
    /// It was said when syncs start by themselves.
    ScheduleSet = "schedule.set";
    /// It was said what happens where the source's columns change.
    DriftPolicySet = "drift.policy_set";
    /// The source's changed columns were accepted.
    DriftAccepted = "drift.accepted";
    /// A sync was started.
    SyncStarted = "sync.started";
    /// A sync was to end.
    SyncCancelled = "sync.cancelled";
    /// It was said what ordering costs.
    CostsSet = "purchasing.costs_set";
    /// Somebody who knows better corrected a stock row, or took the correction back.
    StockCorrected = "purchasing.stock_corrected";
    /// An API key was made.
    KeyCreated = "key.created";
    /// An API key was taken back.
    KeyRevoked = "key.revoked";
    /// Recommendations became a draft order.
    DraftAccepted = "draft.accepted";
    /// A draft was sent to its supplier.
    DraftOrdered = "draft.ordered";
    /// A draft was discarded.
    DraftDiscarded = "draft.discarded";
    /// An operator lets nobody work in the organization.
    OrganizationSuspended = "organization.suspended";
    /// An operator lets its people work in it again.
    OrganizationResumed = "organization.resumed";
    /// An operator said how much it may hold.
    LimitsSet = "organization.limits_set";
    /// An operator read a letter of it that was not sent.
    LetterRead = "letter.read";
}

impl Action {
    /// The action of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .copied()
            .find(|action| action.name() == name)
    }
}

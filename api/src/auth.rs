//! Who is asking, for which organization, and what they may do there.

mod api_key;
mod authority;
mod bearer_token;
mod client_address;
mod guesses;
mod keys;
mod new_password;
mod one_time_token;
mod opaque;
mod origin;
mod own_pages;
mod password;
pub mod permission;
mod refresh;
mod request_limit;
mod scheme;
mod scope;
mod second_factor;
mod second_look;
mod second_step;
mod security_log;
mod suspension;
mod token;
pub mod totp;
mod vault;

pub use api_key::ApiKeyToken;
pub use authority::{Authority, Belief, OperatorScope, SIGNS_AFTER, SignedIn, Switched};
pub use bearer_token::bearer_token;
pub use client_address::{ClientAddress, TrustedProxies, TrustedProxiesError};
pub use guesses::{Guess, Guesses};
pub use keys::{Keys, KeysError, Secret};
pub use one_time_token::{OneTimeToken, Purpose};
pub use opaque::hash_token;
pub use origin::origin;
pub use own_pages::OwnPages;
pub use password::{Password, PasswordError, Passwords};
pub use refresh::RefreshCookie;
pub use request_limit::RequestLimit;
pub use scheme::{
    Operator, Public, Signed, SignedEvenSuspended, SignedForOneself, scope_of_caller,
};
pub use scope::{Proof, Scope};
pub use second_factor::{FactorStanding, NewFactor, SecondFactors};
pub use second_look::SecondLook;
pub use second_step::Demander;
pub use security_log::{Caller, SecurityLog, Watched, Whom};
pub use suspension::refuse_suspended;
pub use token::{Claims, TokenError};
pub use vault::{Bond, Vault, VaultError};

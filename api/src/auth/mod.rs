//! Who is asking, for which organization, and what they may do there.

mod api_key;
mod authority;
mod client_address;
mod guesses;
mod keys;
mod new_password;
mod one_time_token;
mod opaque;
mod origin;
mod password;
pub mod permission;
mod refresh;
mod scheme;
mod scope;
mod second_factor;
mod suspension;
mod token;
pub mod totp;
mod vault;

pub use api_key::ApiKeyToken;
pub use authority::{Authority, Belief, OperatorScope, SIGNS_AFTER, SignedIn, Switched};
pub use client_address::{ClientAddress, TrustedProxies, TrustedProxiesError};
pub use guesses::{Guess, Guesses};
pub use keys::{Keys, KeysError, Secret};
pub use one_time_token::{OneTimeToken, Purpose};
pub use opaque::hash_token;
pub use origin::origin;
pub use password::{Password, PasswordError, Passwords};
pub use refresh::RefreshCookie;
pub use scheme::{Operator, Public, Signed, SignedEvenSuspended, scope_of_caller};
pub use scope::{Proof, Scope};
pub use second_factor::{FactorStanding, NewFactor, SecondFactors};
pub use suspension::refuse_suspended;
pub use token::{Claims, TokenError};
pub use vault::{Bond, Vault, VaultError};

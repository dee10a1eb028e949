//! The first packets of a connection: the server's greeting, the request for TLS and the login.

use super::authentication::AuthPlugin;
use super::packets::PacketFields;

/// The only version of the protocol.
const PROTOCOL_VERSION: u8 = 10;
/// UTF-8 with up to four bytes, which both MySQL and MariaDB know by this number.
const CHARSET_UTF8MB4: u8 = 45;
/// What Sprout says it can receive. [`super::packets::MAX_PACKET_BYTES`] is what it accepts.
const MAX_PACKET_BYTES: u32 = 16 * 1024 * 1024;
/// Bytes of the challenge that responses are computed from.
const CHALLENGE_BYTES: usize = 20;
const FIRST_CHALLENGE_BYTES: usize = 8;

const LONG_PASSWORD: u32 = 1;
const CONNECT_WITH_DATABASE: u32 = 1 << 3;
const PROTOCOL_41: u32 = 1 << 9;
const TLS: u32 = 1 << 11;
const TRANSACTIONS: u32 = 1 << 13;
const SECURE_CONNECTION: u32 = 1 << 15;
const PLUGIN_AUTH: u32 = 1 << 19;

/// What Sprout uses. Without the capability of local files, servers may not ask for one.
const CAPABILITIES: u32 = LONG_PASSWORD
    | CONNECT_WITH_DATABASE
    | PROTOCOL_41
    | TRANSACTIONS
    | SECURE_CONNECTION
    | PLUGIN_AUTH;

/// The first packet of a server.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Greeting {
    pub(super) supports_tls: bool,
    pub(super) challenge: Vec<u8>,
    /// The name of the way to sign in.
    pub(super) plugin: Vec<u8>,
}

impl Greeting {
    /// `None` if the packet is no greeting.
    pub(super) fn parse(packet: &[u8]) -> Option<Self> {
        let mut fields = PacketFields::new(packet);
        if fields.take_byte()? != PROTOCOL_VERSION {
            return None;
        }
        let _version = fields.take_terminated();
        let _connection = fields.take_number(4)?;
        let mut challenge = fields.take_bytes(FIRST_CHALLENGE_BYTES)?.to_vec();
        let _filler = fields.take_byte()?;
        let lower = fields.take_number(2)?;
        let _charset = fields.take_byte()?;
        let _status = fields.take_number(2)?;
        let capabilities = u32::try_from(fields.take_number(2)? << 16 | lower).ok()?;
        let _challenge_length = fields.take_byte()?;
        let _reserved = fields.take_bytes(10)?;
        if capabilities & (PROTOCOL_41 | SECURE_CONNECTION) != PROTOCOL_41 | SECURE_CONNECTION {
            return None;
        }
        let rest = CHALLENGE_BYTES - FIRST_CHALLENGE_BYTES;
        challenge.extend(fields.take_bytes(rest)?);
        let _end_of_challenge = fields.take_byte()?;
        let plugin = if capabilities & PLUGIN_AUTH == 0 {
            AuthPlugin::NativePassword.name().as_bytes()
        } else {
            fields.take_terminated()
        };
        Some(Self {
            supports_tls: capabilities & TLS != 0,
            challenge,
            plugin: plugin.to_vec(),
        })
    }
}

/// A server's request to sign in another way.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct AuthSwitch {
    pub(super) plugin: Vec<u8>,
    pub(super) challenge: Vec<u8>,
}

impl AuthSwitch {
    /// `None` if the packet is no such request, or one for passwords of MySQL 4.0.
    pub(super) fn parse(packet: &[u8]) -> Option<Self> {
        let mut fields = PacketFields::new(packet);
        if fields.take_byte()? != 0xfe || fields.is_empty() {
            return None;
        }
        let plugin = fields.take_terminated().to_vec();
        let rest = fields.take_rest();
        Some(Self {
            plugin,
            challenge: rest.strip_suffix(&[0]).unwrap_or(rest).to_vec(),
        })
    }
}

/// The packet after which both sides begin with TLS.
pub(super) fn build_tls_request() -> Vec<u8> {
    build_prefix(CAPABILITIES | TLS)
}

fn build_prefix(capabilities: u32) -> Vec<u8> {
    let mut packet = capabilities.to_le_bytes().to_vec();
    packet.extend(MAX_PACKET_BYTES.to_le_bytes());
    packet.push(CHARSET_UTF8MB4);
    packet.extend([0; 23]);
    packet
}

/// The login. `response` is at most 32 bytes long.
pub(super) fn build_login(
    is_encrypted: bool,
    user: &str,
    database: &str,
    plugin: AuthPlugin,
    response: &[u8],
) -> Vec<u8> {
    let mut packet = build_prefix(CAPABILITIES | if is_encrypted { TLS } else { 0 });
    packet.extend(user.as_bytes());
    packet.push(0);
    packet.push(u8::try_from(response.len()).unwrap_or_default());
    packet.extend(response);
    packet.extend(database.as_bytes());
    packet.push(0);
    packet.extend(plugin.name().as_bytes());
    packet.push(0);
    packet
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A greeting as servers send it.
    pub(crate) fn build_greeting(supports_tls: bool, plugin: &str) -> Vec<u8> {
        let capabilities = CAPABILITIES | if supports_tls { TLS } else { 0 };
        let [a, b, c, d] = capabilities.to_le_bytes();
        let mut packet = vec![PROTOCOL_VERSION];
        packet.extend(b"10.11.19-MariaDB\0");
        packet.extend([7, 0, 0, 0]);
        packet.extend(b"01234567\0");
        packet.extend([a, b, 45, 2, 0, c, d, 21]);
        packet.extend([0; 10]);
        packet.extend(b"89abcdefghij\0");
        packet.extend(plugin.as_bytes());
        packet.push(0);
        packet
    }

    #[test]
    fn a_greeting_has_the_challenge_and_the_way_to_sign_in() {
        let greeting = Greeting::parse(&build_greeting(true, "caching_sha2_password")).unwrap();
        assert_eq!(
            greeting,
            Greeting {
                supports_tls: true,
                challenge: b"0123456789abcdefghij".to_vec(),
                plugin: b"caching_sha2_password".to_vec(),
            }
        );
        assert!(
            !Greeting::parse(&build_greeting(false, "x"))
                .unwrap()
                .supports_tls
        );
    }

    #[test]
    fn other_protocols_are_no_greeting() {
        assert_eq!(Greeting::parse(b"SSH-2.0-OpenSSH_9.2\r\n"), None);
        assert_eq!(Greeting::parse(b""), None);
        let whole = build_greeting(true, "");
        for length in 0..whole.len() - 1 {
            assert_eq!(Greeting::parse(&whole[..length]), None, "{length}");
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_parsed_without_a_panic(
            bytes in prop::collection::vec(any::<u8>(), 0..200),
        ) {
            let _ = Greeting::parse(&bytes);
            let _ = AuthSwitch::parse(&bytes);
        }
    }
}

//! Checks the length of every message from the server before the driver sees it. The driver reserves
//! memory for the length that a message declares, and keeps what it receives outside of COPY.

/// Maximum size of a message. A row has at most 20 cells of 256 KiB.
pub(super) const MAX_MESSAGE_BYTES: usize = 8 * 1024 * 1024;
/// Maximum size of all messages of a session except rows of COPY: the catalog, settings, notices.
pub(super) const MAX_CONTROL_BYTES: usize = 8 * 1024 * 1024;

const HEADER_BYTES: usize = 5;
/// The length of a message includes the four bytes of its length.
const LENGTH_BYTES: usize = 4;
const COPY_DATA: u8 = b'd';

/// Why a session is ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GuardError {
    /// A message of this size was announced.
    LongMessage(usize),
    /// The messages outside of COPY exceed [`MAX_CONTROL_BYTES`].
    ManyMessages,
    /// A message declares an impossible length.
    InvalidLength,
}

/// Follows the messages in the bytes of a server, in pieces of any size.
#[derive(Debug, Default)]
pub(super) struct MessageGuard {
    header: [u8; HEADER_BYTES],
    header_filled: usize,
    /// Bytes of the current message that are still to come.
    body_left: usize,
    control_bytes: usize,
}

impl MessageGuard {
    /// Checks the next bytes. After an error they must not be passed on.
    pub(super) fn check(&mut self, mut bytes: &[u8]) -> Result<(), GuardError> {
        loop {
            let skipped = self.body_left.min(bytes.len());
            self.body_left -= skipped;
            bytes = bytes.get(skipped..).unwrap_or_default();
            let Some((first, rest)) = bytes.split_first() else {
                return Ok(());
            };
            bytes = rest;
            if let Some(slot) = self.header.get_mut(self.header_filled) {
                *slot = *first;
            }
            self.header_filled += 1;
            if self.header_filled == HEADER_BYTES {
                self.header_filled = 0;
                self.body_left = self.check_header()?;
            }
        }
    }

    /// Checks a complete header. Returns the size of the body.
    fn check_header(&mut self) -> Result<usize, GuardError> {
        let [kind, length @ ..] = self.header;
        let length = usize::try_from(u32::from_be_bytes(length)).unwrap_or(usize::MAX);
        if length > MAX_MESSAGE_BYTES {
            return Err(GuardError::LongMessage(length));
        }
        if kind != COPY_DATA {
            self.control_bytes += length;
            if self.control_bytes > MAX_CONTROL_BYTES {
                return Err(GuardError::ManyMessages);
            }
        }
        length
            .checked_sub(LENGTH_BYTES)
            .ok_or(GuardError::InvalidLength)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn message(kind: u8, body: &[u8]) -> Vec<u8> {
        let length = u32::try_from(body.len() + LENGTH_BYTES).unwrap();
        [&[kind][..], &length.to_be_bytes(), body].concat()
    }

    #[test]
    fn messages_pass_in_pieces_of_any_size() {
        let session = [
            message(b'R', &[0; 4]),
            message(b'Z', b"I"),
            message(b'd', &[7; 300]),
            message(b'c', b""),
        ]
        .concat();
        for size in 1..session.len() {
            let mut guard = MessageGuard::default();
            for piece in session.chunks(size) {
                assert_eq!(guard.check(piece), Ok(()), "pieces of {size}");
            }
            assert_eq!((guard.body_left, guard.header_filled), (0, 0));
        }
    }

    #[test]
    fn a_long_message_is_refused_at_its_header() {
        let header = [&b"d"[..], &0x7fff_ffff_u32.to_be_bytes()].concat();
        for size in 1..=header.len() {
            let mut guard = MessageGuard::default();
            let results: Vec<_> = header
                .chunks(size)
                .map(|piece| guard.check(piece))
                .collect();
            assert_eq!(
                results.last(),
                Some(&Err(GuardError::LongMessage(0x7fff_ffff)))
            );
        }
    }

    #[test]
    fn a_length_below_four_is_refused() {
        for length in 0..4_u32 {
            let header = [&b"Z"[..], &length.to_be_bytes()].concat();
            assert_eq!(
                MessageGuard::default().check(&header),
                Err(GuardError::InvalidLength)
            );
        }
    }

    #[test]
    fn rows_are_unlimited_and_other_messages_are_not() {
        let mut guard = MessageGuard::default();
        let row = message(b'd', &vec![0; 1024 * 1024]);
        for _ in 0..20 {
            assert_eq!(guard.check(&row), Ok(()));
        }
        let status = message(b'S', &vec![b'a'; 1024 * 1024]);
        let ended = (0..20).find_map(|_| guard.check(&status).err());
        assert_eq!(ended, Some(GuardError::ManyMessages));
    }

    proptest! {
        #[test]
        fn any_bytes_stay_within_the_limits_in_pieces_of_any_size(
            bytes in prop::collection::vec(any::<u8>(), 0..600),
            size in 1_usize..64,
        ) {
            let mut whole = MessageGuard::default();
            let expected = whole.check(&bytes);
            let mut guard = MessageGuard::default();
            let found = bytes.chunks(size).try_for_each(|piece| guard.check(piece));
            prop_assert_eq!(found, expected);
            if expected.is_ok() {
                prop_assert!(guard.body_left <= MAX_MESSAGE_BYTES);
                prop_assert!(guard.control_bytes <= MAX_CONTROL_BYTES);
            }
        }

        #[test]
        fn messages_of_any_kind_end_where_they_say(
            messages in prop::collection::vec((any::<u8>(), prop::collection::vec(any::<u8>(), 0..200)), 0..12),
        ) {
            let session: Vec<u8> = messages.iter().flat_map(|(kind, body)| message(*kind, body)).collect();
            let mut guard = MessageGuard::default();
            prop_assert_eq!(guard.check(&session), Ok(()));
            prop_assert_eq!((guard.body_left, guard.header_filled), (0, 0));
        }
    }
}

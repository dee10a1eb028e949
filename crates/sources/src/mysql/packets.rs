//! The packets of MySQL's protocol: their frames, and the values in them.

use bytes::{Buf, BytesMut};
use std::io;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt};

/// Maximum size of a packet. A row has at most 20 cells of 256 KiB.
pub(super) const MAX_PACKET_BYTES: usize = 8 * 1024 * 1024;
const HEADER_BYTES: usize = 4;
/// Bytes that are read at once.
const READ_BYTES: usize = 64 * 1024;

/// Why a packet could not be read.
#[derive(Debug)]
pub(super) enum PacketError {
    /// The server sent nothing for so long.
    TimedOut(Duration),
    /// A packet of this size was announced.
    TooLong(usize),
    /// The server closed the connection.
    Closed,
    /// The bytes are not what the protocol says.
    Malformed,
}

impl From<io::Error> for PacketError {
    fn from(_: io::Error) -> Self {
        Self::Closed
    }
}

/// Cuts the bytes of a server into packets. Memory is reserved for what has arrived, not for what is
/// announced.
#[derive(Debug, Default)]
pub(super) struct PacketReader {
    received: BytesMut,
    /// The sequence number that the next packet has.
    next_sequence: u8,
}

impl PacketReader {
    /// Expects the response to a new command.
    pub(super) fn start_command(&mut self) {
        self.next_sequence = 1;
    }

    /// The sequence number of the packet that answers the last one.
    pub(super) fn take_sequence(&mut self) -> u8 {
        let sequence = self.next_sequence;
        self.next_sequence = sequence.wrapping_add(1);
        sequence
    }

    /// The next packet, without its header.
    pub(super) async fn read_packet(
        &mut self,
        server: &mut (impl AsyncRead + Unpin),
        timeout: Duration,
    ) -> Result<BytesMut, PacketError> {
        loop {
            if let Some(packet) = self.take_packet()? {
                return Ok(packet);
            }
            self.received.reserve(READ_BYTES);
            let read = server.read_buf(&mut self.received);
            match tokio::time::timeout(timeout, read).await {
                Ok(Ok(0)) => return Err(PacketError::Closed),
                Ok(Ok(_)) => {}
                Ok(Err(error)) => return Err(error.into()),
                Err(_) => return Err(PacketError::TimedOut(timeout)),
            }
        }
    }

    /// A packet that has arrived completely.
    fn take_packet(&mut self) -> Result<Option<BytesMut>, PacketError> {
        let Some(&[a, b, c, sequence]) = self.received.first_chunk::<HEADER_BYTES>() else {
            return Ok(None);
        };
        let length = usize::from(a) | usize::from(b) << 8 | usize::from(c) << 16;
        if length > MAX_PACKET_BYTES {
            return Err(PacketError::TooLong(length));
        }
        if sequence != self.next_sequence {
            return Err(PacketError::Malformed);
        }
        if self.received.len() < HEADER_BYTES + length {
            return Ok(None);
        }
        self.next_sequence = sequence.wrapping_add(1);
        self.received.advance(HEADER_BYTES);
        Ok(Some(self.received.split_to(length)))
    }

    /// Whether bytes of the server wait that belong to no packet yet.
    pub(super) fn has_unread_bytes(&self) -> bool {
        !self.received.is_empty()
    }
}

/// A packet with its header.
pub(super) fn frame_packet(sequence: u8, body: &[u8]) -> Vec<u8> {
    // Sprout sends statements, which are far shorter.
    let [a, b, c, ..] = u32::try_from(body.len()).unwrap_or(u32::MAX).to_le_bytes();
    [&[a, b, c, sequence], body].concat()
}

/// Reads the values of a packet one after the other. Every method returns `None` at the end of the
/// packet, or if the bytes are no such value.
#[derive(Clone, Copy, Debug)]
pub(super) struct PacketFields<'a>(&'a [u8]);

/// A cell of a row of text: `None` for null.
pub(super) type Cell<'a> = Option<&'a [u8]>;

impl<'a> PacketFields<'a> {
    pub(super) fn new(packet: &'a [u8]) -> Self {
        Self(packet)
    }

    pub(super) fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn take_byte(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    pub(super) fn take_bytes(&mut self, count: usize) -> Option<&'a [u8]> {
        let (bytes, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(bytes)
    }

    /// A number of up to eight bytes, the least first.
    pub(super) fn take_number(&mut self, bytes: usize) -> Option<u64> {
        let bytes = self.take_bytes(bytes)?.iter().rev();
        Some(bytes.fold(0, |number, byte| number << 8 | u64::from(*byte)))
    }

    /// Bytes up to a zero, or up to the end.
    pub(super) fn take_terminated(&mut self) -> &'a [u8] {
        let end = self.0.iter().position(|byte| *byte == 0);
        let (text, rest) = self.0.split_at(end.unwrap_or(self.0.len()));
        self.0 = rest.get(1..).unwrap_or_default();
        text
    }

    pub(super) fn take_rest(&mut self) -> &'a [u8] {
        std::mem::take(&mut self.0)
    }

    /// A number whose first byte says its length.
    pub(super) fn take_length(&mut self) -> Option<usize> {
        let number = match self.take_byte()? {
            0xfc => self.take_number(2)?,
            0xfd => self.take_number(3)?,
            0xfe => self.take_number(8)?,
            0xfb | 0xff => return None,
            small => u64::from(small),
        };
        usize::try_from(number).ok()
    }

    /// A cell of a row.
    pub(super) fn take_cell(&mut self) -> Option<Cell<'a>> {
        if self.0.first() == Some(&0xfb) {
            self.take_byte();
            return Some(None);
        }
        let length = self.take_length()?;
        self.take_bytes(length).map(Some)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read_all(bytes: &[u8], piece: usize) -> Result<Vec<Vec<u8>>, PacketError> {
        let mut reader = PacketReader::default();
        let mut packets = Vec::new();
        for bytes in bytes.chunks(piece) {
            reader.received.extend_from_slice(bytes);
            while let Some(packet) = reader.take_packet()? {
                packets.push(packet.to_vec());
            }
        }
        Ok(packets)
    }

    #[test]
    fn packets_arrive_in_pieces_of_any_size() {
        let bodies = [b"abc".to_vec(), Vec::new(), vec![7; 300]];
        let bytes: Vec<u8> = bodies
            .iter()
            .zip(0..)
            .flat_map(|(body, sequence)| frame_packet(sequence, body))
            .collect();
        for piece in 1..bytes.len() {
            assert_eq!(read_all(&bytes, piece).unwrap(), bodies, "{piece}");
        }
    }

    #[test]
    fn long_packets_and_wrong_numbers_are_refused_at_the_header() {
        assert!(matches!(
            read_all(&[0xff, 0xff, 0xff, 0], 4),
            Err(PacketError::TooLong(0x00ff_ffff))
        ));
        assert!(matches!(
            read_all(&frame_packet(1, b"x"), 5),
            Err(PacketError::Malformed)
        ));
    }

    #[test]
    fn cells_have_lengths_of_several_sizes() {
        let mut row = vec![0xfb, 0, 3, b'a', b'b', b'c', 0xfc, 0, 1];
        row.extend([b'x'; 256]);
        let mut fields = PacketFields::new(&row);
        assert_eq!(fields.take_cell(), Some(None));
        assert_eq!(fields.take_cell(), Some(Some(&b""[..])));
        assert_eq!(fields.take_cell(), Some(Some(&b"abc"[..])));
        assert_eq!(fields.take_cell(), Some(Some(&[b'x'; 256][..])));
        assert!(fields.is_empty());
        assert_eq!(fields.take_cell(), None);
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_without_a_panic(
            bytes in prop::collection::vec(any::<u8>(), 0..400),
            piece in 1_usize..64,
        ) {
            let _ = read_all(&bytes, piece);
            let mut fields = PacketFields::new(&bytes);
            while let Some(cell) = fields.take_cell() {
                prop_assert!(cell.is_none_or(|cell| cell.len() <= bytes.len()));
            }
            let mut fields = PacketFields::new(&bytes);
            fields.take_terminated();
            fields.take_number(8);
            prop_assert!(fields.take_rest().len() <= bytes.len());
        }
    }
}

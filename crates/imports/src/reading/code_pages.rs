//! Which encoding a text file has, by its bytes.

use encoding_rs::Encoding;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CodePage {
    Utf8,
    Utf16Le,
    Utf16Be,
    Single(SinglePage),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SinglePage {
    Windows1252,
    Windows1250,
    Macintosh,
    Dos850,
}

impl CodePage {
    pub(super) fn name(self) -> &'static str {
        match self {
            CodePage::Utf8 => "utf-8",
            CodePage::Utf16Le => "utf-16le",
            CodePage::Utf16Be => "utf-16be",
            CodePage::Single(SinglePage::Windows1252) => "windows-1252",
            CodePage::Single(SinglePage::Windows1250) => "windows-1250",
            CodePage::Single(SinglePage::Macintosh) => "macintosh",
            CodePage::Single(SinglePage::Dos850) => "ibm850",
        }
    }
}

const SINGLE_PAGES: [SinglePage; 4] = [
    SinglePage::Windows1252,
    SinglePage::Dos850,
    SinglePage::Macintosh,
    SinglePage::Windows1250,
];

/// The upper half of code page 850.
const DOS_850: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u{ad}±‗¾¶§÷¸°¨·¹³²■\u{a0}";

impl SinglePage {
    /// The letters of the bytes from 0x80 to 0xff.
    pub(super) fn upper_half(self) -> Vec<char> {
        let encoding: &'static Encoding = match self {
            SinglePage::Windows1252 => encoding_rs::WINDOWS_1252,
            SinglePage::Windows1250 => encoding_rs::WINDOWS_1250,
            SinglePage::Macintosh => encoding_rs::MACINTOSH,
            SinglePage::Dos850 => return DOS_850.chars().collect(),
        };
        let bytes: Vec<u8> = (0x80..=0xff).collect();
        encoding
            .decode_without_bom_handling(&bytes)
            .0
            .chars()
            .collect()
    }
}

/// Gathers evidence over a whole file.
#[derive(Default)]
pub(super) struct CodePageEvidence {
    total: u64,
    zeros_even: u64,
    zeros_odd: u64,
    valid_sequences: u64,
    invalid_bytes: u64,
    pending: Vec<u8>,
    /// Pairs of a byte above 0x7f and its neighbors.
    neighbors: Vec<(u8, u8, u8)>,
    before_last: u8,
    last: u8,
}

const MAX_NEIGHBORS: usize = 4096;

impl CodePageEvidence {
    pub(super) fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            if *byte == 0 {
                if self.total.is_multiple_of(2) {
                    self.zeros_even += 1;
                } else {
                    self.zeros_odd += 1;
                }
            }
            if self.last >= 0x80 && self.neighbors.len() < MAX_NEIGHBORS {
                self.neighbors.push((self.before_last, self.last, *byte));
            }
            self.before_last = self.last;
            self.last = *byte;
            self.total += 1;
        }
        if self.pending.is_empty() && bytes.is_ascii() {
            return;
        }
        self.pending.extend_from_slice(bytes);
        let pending = std::mem::take(&mut self.pending);
        let mut rest = pending.as_slice();
        loop {
            match std::str::from_utf8(rest) {
                Ok(text) => {
                    self.valid_sequences += text.chars().filter(|c| !c.is_ascii()).count() as u64;
                    break;
                }
                Err(error) => {
                    let (good, bad) = rest.split_at(error.valid_up_to());
                    let text = std::str::from_utf8(good).unwrap_or("");
                    self.valid_sequences += text.chars().filter(|c| !c.is_ascii()).count() as u64;
                    let Some(length) = error.error_len() else {
                        self.pending = bad.to_vec();
                        break;
                    };
                    self.invalid_bytes += length as u64;
                    rest = bad.get(length..).unwrap_or(&[]);
                }
            }
        }
    }

    pub(super) fn decide(&self) -> CodePage {
        if self.zeros_odd * 5 > self.total && self.zeros_even * 20 < self.zeros_odd.max(1) {
            return CodePage::Utf16Le;
        }
        if self.zeros_even * 5 > self.total && self.zeros_odd * 20 < self.zeros_even.max(1) {
            return CodePage::Utf16Be;
        }
        let invalid = self.invalid_bytes + self.pending.len() as u64;
        if invalid == 0 || self.valid_sequences > invalid * 10 {
            return CodePage::Utf8;
        }
        let best = SINGLE_PAGES
            .into_iter()
            .rev()
            .max_by_key(|page| self.score_page(*page))
            .unwrap_or(SinglePage::Windows1252);
        CodePage::Single(best)
    }

    /// How much like words and amounts the file reads with this code page.
    fn score_page(&self, page: SinglePage) -> i64 {
        let letters = page.upper_half();
        let decode = |byte: u8| {
            if byte < 0x80 {
                char::from(byte)
            } else {
                letters
                    .get(usize::from(byte - 0x80))
                    .copied()
                    .unwrap_or('\u{fffd}')
            }
        };
        let mut score = 0;
        for (before, byte, after) in &self.neighbors {
            let (before, letter, after) = (decode(*before), decode(*byte), decode(*after));
            let in_word = before.is_alphabetic() || after.is_alphabetic();
            score += if "äöüßéèêàâçñáíóúôîûëïùåøæãõìòœ".contains(letter)
            {
                if in_word { 4 } else { 0 }
            } else if "ÄÖÜÉÈÊÀÂÇÑÁÍÓÚÔÎÛÅØÆÃÕ".contains(letter) {
                // Capitals begin words, or the whole word is in capitals.
                if !before.is_alphabetic() || before.is_uppercase() {
                    3
                } else {
                    -4
                }
            } else if "ąćęłńśźżČčĎďĚěŇňŘřŠšŤťŮůŽžŁŚŻőű".contains(letter)
            {
                if in_word { 2 } else { -1 }
            } else if letter == '\u{a0}' {
                if before.is_ascii_digit() && after.is_ascii_digit() {
                    5
                } else {
                    1
                }
            } else if "€£°ºª½¼²³µ§–—’‘“”«»®©·".contains(letter) {
                if before.is_alphabetic() && after.is_alphabetic() && letter != '’' {
                    -3
                } else {
                    2
                }
            } else {
                -4
            };
        }
        score
    }
}

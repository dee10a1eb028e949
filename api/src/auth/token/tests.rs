//! Forged and altered tokens; none of them may verify.

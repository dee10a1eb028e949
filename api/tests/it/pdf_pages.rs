//! Reads PDF files back.

/// The texts of each page, in the order of drawing.
pub(crate) fn read_pdf_pages(pdf: &[u8]) -> Vec<String> {
    let file = lopdf::Document::load_mem(pdf).expect("a PDF file");
    let pages = file.get_pages();
    pages
        .keys()
        .map(|page| file.extract_text(&[*page]).expect("text"))
        .collect()
}

//! A report as one HTML page that prints well: no script, no outside address, every text escaped.

use super::{Report, ReportSection};
use std::fmt::Write;

const STYLE: &str = "body{font:14px/1.45 system-ui,sans-serif;color:#1d241b;margin:32px \
    auto;max-width:960px;padding:0 24px}h1{font-size:28px;margin:0}h2{font-size:18px;margin:28px \
    0 6px;border-bottom:1px solid \
    #d9d9cc;padding-bottom:4px}table{border-collapse:collapse;width:100%;margin:10px \
    0;font-variant-numeric:tabular-nums}th,td{text-align:left;padding:4px 10px 4px \
    0;border-bottom:1px solid \
    #e9e9df;vertical-align:top}th.n,td.n{text-align:right}thead{display:table-header-group}tr{break-inside:avoid}.quiet{color:#5b6356;font-size:13px}.sample{border:1px \
    solid #b26a00;color:#8a5200;padding:2px 8px;border-radius:10px;font-size:13px}@media \
    print{body{margin:0;max-width:none;padding:0}}";

/// The whole page.
pub(in super::super) fn render_html(report: &Report) -> String {
    let mut html = String::from("<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">");
    write_html(
        &mut html,
        format_args!(
            "<title>{} - {}</title><style>{STYLE}</style></head><body>",
            escape_html(&report.title),
            escape_html(&report.organization)
        ),
    );
    write_html(
        &mut html,
        format_args!(
            "<h1>{}</h1><p class=\"quiet\">{}, figures as of {}</p>",
            escape_html(&report.title),
            escape_html(&report.organization),
            report.as_of
        ),
    );
    if report.sample {
        html.push_str("<p><span class=\"sample\">Sample data</span></p>");
    }
    for each in &report.sections {
        write_section(&mut html, each);
    }
    write_html(
        &mut html,
        format_args!(
            "<p class=\"quiet\">Made by Sprout at {} UTC.</p></body></html>",
            report.generated_at.format("%Y-%m-%d %H:%M")
        ),
    );
    html
}

fn write_section(html: &mut String, section: &ReportSection) {
    write_html(
        html,
        format_args!(
            "<h2>{}</h2><p>{}</p>",
            escape_html(section.title),
            escape_html(&section.text)
        ),
    );
    if !section.insights.is_empty() {
        html.push_str("<ul>");
        for insight in &section.insights {
            write_html(html, format_args!("<li>{}</li>", escape_html(insight)));
        }
        html.push_str("</ul>");
    }
    for table in &section.tables {
        html.push_str("<table><thead><tr>");
        for column in &table.columns {
            write_html(
                html,
                format_args!(
                    "<th{}>{}</th>",
                    align_class(column.numeric),
                    escape_html(&column.label)
                ),
            );
        }
        html.push_str("</tr></thead><tbody>");
        for row in &table.rows {
            html.push_str("<tr>");
            for (cell, column) in row.cells.iter().zip(&table.columns) {
                write_html(
                    html,
                    format_args!(
                        "<td{}>{}</td>",
                        align_class(column.numeric),
                        escape_html(cell)
                    ),
                );
            }
            html.push_str("</tr>");
        }
        html.push_str("</tbody></table>");
    }
    write_html(
        html,
        format_args!(
            "<p class=\"quiet\">{}</p>",
            escape_html(&section.source_note)
        ),
    );
}

fn align_class(numeric: bool) -> &'static str {
    if numeric { " class=\"n\"" } else { "" }
}

fn write_html(html: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = html.write_fmt(text);
}

fn escape_html(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\'', "&#39;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_bring_markup_in() {
        let section = ReportSection {
            title: "Sales",
            text: "<script>alert(1)</script> & more".to_owned(),
            insights: vec!["\"quoted\"".to_owned()],
            tables: Vec::new(),
            source_note: String::new(),
        };
        let report = Report {
            title: "Sales report".to_owned(),
            organization: "O'Neil <b>".to_owned(),
            as_of: "2026-06-15".parse().unwrap(),
            generated_at: chrono::DateTime::UNIX_EPOCH,
            sample: true,
            sections: vec![section],
        };
        let html = render_html(&report);
        assert!(!html.contains("<script") && !html.contains("<b>"), "{html}");
        assert!(
            html.contains("&lt;script&gt;alert(1)&lt;/script&gt; &amp; more")
                && html.contains("O&#39;Neil &lt;b&gt;"),
            "{html}"
        );
        assert!(html.contains("Sample data"), "{html}");
    }
}

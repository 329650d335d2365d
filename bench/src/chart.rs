//! A picture beside the page: figures as bars on a logarithmic axis, in SVG.

use std::fmt::Write as _;
use std::path::Path;

use crate::Result;

/// Figures to be drawn: in each row a bar for each series.
#[derive(Clone, Debug)]
pub struct Chart {
    /// What the figures are, with their unit.
    pub title: String,
    /// What each bar of a row stands for.
    pub series: Vec<String>,
    /// The name of each row, and its figures in the order of the series. One that is not positive has no bar.
    pub rows: Vec<(String, Vec<f64>)>,
}

/// Widths in pixels: the names of the rows, the bars, and the last bar's figure.
const WIDTHS: [f64; 3] = [230.0, 430.0, 60.0];
/// Heights in pixels: title and legend, a bar, what is between rows, and the numbers of the axis.
const HEIGHTS: [f64; 4] = [58.0, 11.0, 8.0, 22.0];
const STYLE: &str = "text{font:12px system-ui,sans-serif;fill:#334155}.v{font-size:10px}.e{text-anchor:end}\
    .m{text-anchor:middle}.t{font-weight:600}line{stroke:#cbd5e1}.s0{fill:#2563eb}.s1{fill:#94a3b8}.s2{fill:#d97706}\
    @media(prefers-color-scheme:dark){text{fill:#cbd5e1}line{stroke:#475569}.s0{fill:#60a5fa}.s1{fill:#64748b}\
    .s2{fill:#f59e0b}}";

impl Chart {
    /// The picture.
    #[must_use]
    pub fn svg(&self) -> String {
        let ([labels, plot, values], [head, bar, between, axis]) = (WIDTHS, HEIGHTS);
        let (least, most) = self.decades();
        let count = |n: usize| f64::from(u32::try_from(n).unwrap_or(u32::MAX));
        let x = |value: f64| labels + plot * (value.log10() - least) / (most - least);
        let row_height = bar * count(self.series.len()) + between;
        let bottom = head + row_height * count(self.rows.len());
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 {} {}\">\n<title>{title}</title>\n\
             <style>{STYLE}</style>\n<text class=\"t\" x=\"0\" y=\"16\">{title}</text>\n",
            labels + plot + values,
            bottom + axis,
            title = escaped(&self.title),
        );
        // Writing to a String does not fail.
        for (i, name) in self.series.iter().enumerate() {
            let at = count(i) * 250.0;
            let (name, text) = (escaped(name), at + 16.0);
            let _ = writeln!(
                svg,
                "<rect class=\"s{i}\" x=\"{at}\" y=\"30\" width=\"10\" height=\"10\"/><text x=\"{text}\" y=\"39\">{name}</text>"
            );
        }
        let mut power = least;
        while power <= most {
            let (at, value) = (x(10_f64.powf(power)), 10_f64.powf(power));
            let _ = writeln!(svg, "<line x1=\"{at:.1}\" y1=\"{}\" x2=\"{at:.1}\" y2=\"{bottom}\"/>", head - 6.0);
            let _ = writeln!(svg, "<text class=\"v m\" x=\"{at:.1}\" y=\"{}\">{value}</text>", bottom + 14.0);
            power += 1.0;
        }
        for (i, (name, figures)) in self.rows.iter().enumerate() {
            let top = head + row_height * count(i);
            let middle = top + bar * count(self.series.len()) / 2.0 + 4.0;
            let _ = writeln!(svg, "<text class=\"e\" x=\"{}\" y=\"{middle}\">{}</text>", labels - 8.0, escaped(name));
            for (i, &figure) in figures.iter().enumerate().filter(|(_, figure)| **figure > 0.0) {
                let (y, width) = (top + bar * count(i), x(figure) - labels);
                let (text, digits) = (labels + width + 4.0, usize::from(figure < 100.0));
                let _ = writeln!(
                    svg,
                    "<rect class=\"s{i}\" x=\"{labels}\" y=\"{y}\" width=\"{width:.1}\" height=\"{}\"/>\
                     <text class=\"v\" x=\"{text:.1}\" y=\"{}\">{figure:.digits$}</text>",
                    bar - 2.0,
                    y + 8.0
                );
            }
        }
        svg.push_str("</svg>\n");
        svg
    }

    /// Puts the picture into `charts` beside the page.
    pub fn put_beside(&self, page: &Path, name: &str) -> Result<()> {
        let folder = page.with_file_name("charts");
        std::fs::create_dir_all(&folder)?;
        Ok(std::fs::write(folder.join(name), self.svg())?)
    }

    /// The powers of ten between which all figures are, at least one apart.
    fn decades(&self) -> (f64, f64) {
        let all = self.rows.iter().flat_map(|(_, figures)| figures).copied().filter(|figure| *figure > 0.0);
        let (least, most) = all.fold((f64::MAX, f64::MIN_POSITIVE), |(l, m), figure| (l.min(figure), m.max(figure)));
        if least > most {
            return (0.0, 1.0);
        }
        let least = least.log10().floor();
        (least, most.log10().ceil().max(least + 1.0))
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(rows: &[(&str, [f64; 2])]) -> String {
        let rows = rows.iter().map(|(name, figures)| ((*name).to_owned(), figures.to_vec())).collect();
        Chart { title: "a < b".to_owned(), series: vec!["one".to_owned(), "two".to_owned()], rows }.svg()
    }

    #[test]
    fn a_bar_ends_where_its_logarithm_is() {
        let [labels, plot, _] = WIDTHS;
        let svg = chart(&[("row", [10.0, 100.0]), ("other", [1000.0, 0.0])]);
        let width = |share: f64| format!("width=\"{:.1}\"", plot * share);
        assert!(svg.contains(&width(0.0)) && svg.contains(&width(0.5)) && svg.contains(&width(1.0)));
        assert_eq!(svg.matches("<rect").count(), 2 + 3, "a legend of two, and what is not zero");
        assert!(svg.contains(&format!("x1=\"{labels:.1}\"")) && svg.contains("a &lt; b") && svg.contains(">1000<"));
    }

    #[test]
    fn figures_that_are_all_the_same_or_not_there_have_an_axis() {
        assert!(!chart(&[("row", [10.0, 10.0])]).contains("NaN"));
        assert!(!chart(&[("row", [0.0, 0.0])]).contains("NaN") && !chart(&[]).contains("inf"));
    }
}

package pagemark.benchmark.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import pagemark.benchmark.measure.Numbers;
import pagemark.benchmark.result.Figure;
import pagemark.benchmark.result.Finding;
import pagemark.benchmark.result.Result;
import pagemark.benchmark.result.Table;

/// The result as one HTML page, which needs no other file.
public final class HtmlReport {
  private HtmlReport() {}

  public static void write(Result result, Path file) throws IOException {
    Files.writeString(file, page(result));
  }

  static String page(Result result) {
    return """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Pagemark benchmarks at %1$s</title>
    <style>
    %2$s</style>
    </head>
    <body>
    <main>
    <h1>Pagemark benchmarks</h1>
    %3$s
    %4$s
    </main>
    </body>
    </html>
    """
        .formatted(
            Html.text(result.commit()),
            style(),
            head(result),
            result.findings().stream().map(HtmlReport::section).collect(Collectors.joining("\n")));
  }

  private static String head(Result result) {
    String contents =
        result.findings().stream()
            .map(
                finding ->
                    "<li><a href=\"#%s\">%s</a></li>"
                        .formatted(finding.about().id(), Html.text(finding.about().title())))
            .collect(Collectors.joining("\n"));
    return """
    <p>Commit <code>%s</code>, %s, the %s set, %s seconds. %s. Times are this machine's; ratios of
    one run, calls, bytes and read units hold elsewhere too. Every single run is in
    <code>result.json</code>. Nothing was measured in AWS.</p>
    <p>%s.</p>
    <nav><ol>
    %s
    </ol></nav>
    """
        .formatted(
            Html.text(result.commit()),
            result.at(),
            result.set(),
            Numbers.text(Math.rint(result.seconds())),
            pairs(result.machine()),
            pairs(result.versions()),
            contents);
  }

  private static String section(Finding finding) {
    StringBuilder section = new StringBuilder();
    section.append(
        """
        <section id="%s">
        <h2>%s</h2>
        <p>%s</p>
        <dl><dt>Floor</dt><dd>%s</dd><dt>Baseline</dt><dd>%s</dd><dt>Settings</dt><dd>%s; %s s</dd></dl>
        """
            .formatted(
                finding.about().id(),
                Html.text(finding.about().title()),
                Html.text(finding.about().meaning()),
                Html.text(finding.about().floor()),
                Html.text(finding.about().baseline()),
                pairs(finding.settings()),
                Numbers.text(finding.seconds())));
    if (!finding.figures().isEmpty()) {
      section.append(Html.table(figures(finding)));
    }
    finding.tables().forEach(table -> section.append(Html.table(table)));
    finding
        .plots()
        .forEach(
            plot ->
                section.append(
                    "<figure><figcaption>%s</figcaption>%s</figure>\n"
                        .formatted(Html.text(plot.title()), SvgPlot.of(plot))));
    return section.append("</section>").toString();
  }

  private static Table figures(Finding finding) {
    return new Table(
        finding.about().id() + ".figures",
        "Figures",
        List.of("figure", "value", "aim", "meaning"),
        finding.figures().stream()
            .map(
                figure ->
                    List.of(
                        figure.id(), Numbers.text(figure.value()), aim(figure), figure.meaning()))
            .toList());
  }

  private static String aim(Figure figure) {
    Figure.Aim aim = figure.aim();
    if (aim == null) {
      return "";
    }
    return "at %s %s: %s"
        .formatted(
            aim.atMost() ? "most" : "least",
            Numbers.text(aim.bound()),
            figure.meetsAim() ? "met" : "MISSED");
  }

  private static String pairs(Map<String, String> pairs) {
    return pairs.entrySet().stream()
        .map(pair -> Html.text(pair.getKey() + " " + pair.getValue()))
        .collect(Collectors.joining(", "));
  }

  private static String style() {
    try (InputStream style = HtmlReport.class.getResourceAsStream("report.css")) {
      return new String(
          Objects.requireNonNull(style, "report.css").readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

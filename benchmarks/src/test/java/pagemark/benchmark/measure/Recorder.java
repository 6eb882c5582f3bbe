package pagemark.benchmark.measure;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import pagemark.benchmark.result.About;
import pagemark.benchmark.result.Figure;
import pagemark.benchmark.result.Finding;
import pagemark.benchmark.result.Series;
import pagemark.benchmark.result.Table;

/// Takes what a benchmark measures, and says it at once.
public final class Recorder {
  private final About about;
  private final Consumer<String> log;
  private final Map<String, String> settings = new LinkedHashMap<>();
  private final List<Figure> figures = new ArrayList<>();
  private final List<Table> tables = new ArrayList<>();
  private final List<Series> runs = new ArrayList<>();

  /// @param log takes a line about each figure and table
  public Recorder(About about, Consumer<String> log) {
    this.about = about;
    this.log = log;
  }

  /// A seed or a size.
  public void setting(String name, Object value) {
    settings.put(name, value.toString());
  }

  /// A number that a claim rests on; see [Figure].
  public void figure(String id, String meaning, double value, Figure.@Nullable Aim aim) {
    figures.add(new Figure(id, meaning, value, aim));
    String missed =
        aim == null || aim.isMet(value) ? "" : " MISSED, aim " + Numbers.text(aim.bound());
    log.accept("%s = %s%s: %s".formatted(id, Numbers.text(value), missed, meaning));
  }

  public void figure(String id, String meaning, double value) {
    figure(id, meaning, value, null);
  }

  public void table(Table table) {
    tables.add(table);
    log.accept(table.title() + "\n  " + String.join(" | ", table.columns()));
    table.rows().forEach(row -> log.accept("  " + String.join(" | ", row)));
  }

  /// Every measurement of `name`, rounded to a millionth.
  public void runs(String name, String unit, Samples samples) {
    List<Double> rounded =
        samples.all().stream().map(value -> Math.round(value * 1e6) / 1e6).toList();
    runs.add(new Series(name, unit, rounded));
  }

  /// The milliseconds of everything that took its turn.
  public void runs(String prefix, Turns turns) {
    turns.all().forEach((name, samples) -> runs(prefix + name, "ms", samples));
  }

  /// @param seconds how long the benchmark took
  public Finding finding(double seconds) {
    return new Finding(about, settings, seconds, figures, tables, runs);
  }
}

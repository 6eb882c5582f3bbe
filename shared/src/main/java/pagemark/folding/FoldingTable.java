package pagemark.folding;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What each code point folds to, and the combining classes of the marks that stay. The resource
/// `folding-2.txt` has a line for each run of neighbours with one rule:
///
///     41-5A +20    A to Z fold to the letters that are 32 higher
///     C0-C5 61     all these fold to a
///     DF 73 73     ß folds to ss
///     300-36F      all these are dropped
///     94D =9       a mark of class 9
///
/// Every other code point stays as it is, and has the class 0. `.mvn/FoldingTable.java` made it.
final class FoldingTable {
  private static final String RESOURCE = "folding-2.txt";
  private static final int HEX = 16;

  private final List<Run> foldings = new ArrayList<>();
  private final List<Run> marks = new ArrayList<>();

  /// The neighbours from `first` to `last`.
  ///
  /// @param text what they fold to; null if each folds to another one
  /// @param number how much higher that is; of marks, their class
  private record Run(int first, int last, @Nullable String text, int number) {
    String folded(int point) {
      return text == null ? Character.toString(point + number) : text;
    }
  }

  /// Reads the table when the first text is folded.
  private static final class Loaded {
    private static final FoldingTable TABLE = read();
  }

  private FoldingTable() {}

  static FoldingTable loaded() {
    return Loaded.TABLE;
  }

  private static FoldingTable read() {
    FoldingTable table = new FoldingTable();
    InputStream resource =
        Objects.requireNonNull(FoldingTable.class.getResourceAsStream(RESOURCE), RESOURCE);
    try (BufferedReader lines = new BufferedReader(new InputStreamReader(resource, US_ASCII))) {
      lines.lines().filter(line -> !line.startsWith("#")).forEach(table::add);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return table;
  }

  private void add(String line) {
    String[] parts = line.split(" ", -1);
    String[] ends = parts[0].split("-", -1);
    int first = Integer.parseInt(ends[0], HEX);
    int last = Integer.parseInt(ends[ends.length - 1], HEX);
    char rule = parts.length == 1 ? ' ' : parts[1].charAt(0);
    switch (rule) {
      case '=' -> marks.add(new Run(first, last, null, Integer.parseInt(parts[1].substring(1))));
      case '+', '-' -> foldings.add(new Run(first, last, null, Integer.parseInt(parts[1], HEX)));
      default -> foldings.add(new Run(first, last, text(parts), 0));
    }
  }

  private static String text(String[] parts) {
    StringBuilder text = new StringBuilder();
    for (int i = 1; i < parts.length; i++) {
      text.appendCodePoint(Integer.parseInt(parts[i], HEX));
    }
    return text.toString();
  }

  /// What a code point folds to; itself if there is no rule. Hangul syllables have none.
  String folded(int point) {
    Run run = find(foldings, point);
    return run == null ? Character.toString(point) : run.folded(point);
  }

  /// The class by which marks behind one letter are ordered; 0 of everything else.
  int combiningClass(int point) {
    Run run = find(marks, point);
    return run == null ? 0 : run.number();
  }

  private static @Nullable Run find(List<Run> runs, int point) {
    int low = 0;
    int high = runs.size() - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      Run run = runs.get(middle);
      if (point < run.first()) {
        high = middle - 1;
      } else if (point > run.last()) {
        low = middle + 1;
      } else {
        return run;
      }
    }
    return null;
  }
}

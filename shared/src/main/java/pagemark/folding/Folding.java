package pagemark.folding;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Folds texts: without case, accents, and forms of one character, and with plain blanks. A folded
/// text folds to itself.
///
/// 1. Each code point is replaced by what [FoldingTable] says: `ß` is `ss`, `ς` is `σ`, `ł` is `l`,
///    `ア` is `あ`. It has what Unicode's root collation takes for equal if only letters count, and
///    what people type for others. Hangul syllables become the letters that they consist of.
/// 2. Runs of white space become one blank. At the begin they are dropped.
/// 3. Marks that stay are put in canonical order.
public final class Folding {
  /// The number of these rules. Those of before had the number 16.
  public static final int NUMBER = 2;

  private static final int SYLLABLE_FIRST = 0xAC00;
  private static final int SYLLABLE_LAST = 0xD7A3;
  private static final int LEADING = 0x1100;
  private static final int VOWEL = 0x1161;
  private static final int TRAILING = 0x11A7;
  private static final int VOWELS = 21;
  private static final int TRAILINGS = 28;

  private final FoldingTable table = FoldingTable.loaded();
  private final StringBuilder folded = new StringBuilder();

  /// The marks behind the last letter, not yet in order.
  private final List<Integer> marks = new ArrayList<>();

  private Folding() {}

  public static String fold(String text) {
    return fold(text, Integer.MAX_VALUE);
  }

  /// The begin of a folded text: at least `chars` of it, or all. The rest of `text` is not looked
  /// at.
  public static String fold(String text, int chars) {
    return new Folding().folded(text, chars);
  }

  private String folded(String text, int chars) {
    for (int at = 0; at < text.length(); ) {
      int point = text.codePointAt(at);
      at += Character.charCount(point);
      String next = isSyllable(point) ? letters(point - SYLLABLE_FIRST) : table.folded(point);
      if (folded.length() >= chars && !next.isEmpty() && !isMark(next.codePointAt(0))) {
        break;
      }
      next.codePoints().forEach(this::add);
    }
    addMarks();
    return folded.toString();
  }

  /// A mark may have to go before the last ones.
  private boolean isMark(int point) {
    return table.combiningClass(point) > 0;
  }

  private static boolean isSyllable(int point) {
    return point >= SYLLABLE_FIRST && point <= SYLLABLE_LAST;
  }

  /// The letters of a Hangul syllable.
  private static String letters(int number) {
    int trailing = number % TRAILINGS;
    return Character.toString(LEADING + number / (VOWELS * TRAILINGS))
        + Character.toString(VOWEL + number / TRAILINGS % VOWELS)
        + (trailing == 0 ? "" : Character.toString(TRAILING + trailing));
  }

  private void add(int point) {
    if (isMark(point)) {
      marks.add(point);
      return;
    }
    addMarks();
    if (point != ' ' || (!folded.isEmpty() && folded.charAt(folded.length() - 1) != ' ')) {
      folded.appendCodePoint(point);
    }
  }

  /// Marks of one class stay in their order. A text may consist of nothing but marks, so each is
  /// not put in its place one by one.
  private void addMarks() {
    marks.sort(Comparator.comparingInt(table::combiningClass));
    marks.forEach(folded::appendCodePoint);
    marks.clear();
  }

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
  static final class FoldingTable {
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
}

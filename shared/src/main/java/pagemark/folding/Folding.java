package pagemark.folding;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

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
}

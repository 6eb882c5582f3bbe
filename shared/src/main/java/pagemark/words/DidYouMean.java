package pagemark.words;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/// Finds the known word that an unknown one was probably meant to be, for the message that refuses
/// it. It compares without regard to case, and counts letters that are missing, needless, wrong or
/// swapped with their neighbour: one for each three letters may be so.
///
/// The first 1,000 words are compared, and none that is longer than 100 characters.
public final class DidYouMean {
  private static final int WORDS_MAX = 1_000;
  private static final int CHARS_MAX = 100;
  private static final int CHARS_PER_MISTAKE = 3;

  private DidYouMean() {}

  /// The most similar known word, the first of several; empty if none is similar.
  public static Optional<String> of(String given, Collection<String> known) {
    if (given.length() > CHARS_MAX) {
      return Optional.empty();
    }
    String nearest = null;
    int least = given.length() / CHARS_PER_MISTAKE + 1;
    for (String word : known.stream().limit(WORDS_MAX).toList()) {
      int mistakes = word.length() > CHARS_MAX ? least : mistakes(folded(given), folded(word));
      if (mistakes < least) {
        nearest = word;
        least = mistakes;
      }
    }
    return Optional.ofNullable(nearest);
  }

  /// The question as it is appended to a message, such as `; did you mean size?`. Empty if no known
  /// word is similar.
  public static String question(String given, Collection<String> known) {
    return of(given, known).map("; did you mean %s?"::formatted).orElse("");
  }

  private static String folded(String word) {
    return word.toLowerCase(Locale.ROOT);
  }

  /// The optimal string alignment distance, in one row of the table at a time.
  private static int mistakes(String given, String word) {
    int[] beforeLast = new int[word.length() + 1];
    int[] last = new int[word.length() + 1];
    for (int j = 0; j <= word.length(); j++) {
      last[j] = j;
    }
    for (int i = 1; i <= given.length(); i++) {
      int[] row = new int[word.length() + 1];
      row[0] = i;
      for (int j = 1; j <= word.length(); j++) {
        int wrong = given.charAt(i - 1) == word.charAt(j - 1) ? 0 : 1;
        row[j] = Math.min(last[j - 1] + wrong, Math.min(last[j], row[j - 1]) + 1);
        if (i > 1 && j > 1 && isSwapped(given, i, word, j)) {
          row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
        }
      }
      beforeLast = last;
      last = row;
    }
    return last[word.length()];
  }

  private static boolean isSwapped(String given, int i, String word, int j) {
    return given.charAt(i - 1) == word.charAt(j - 2) && given.charAt(i - 2) == word.charAt(j - 1);
  }
}

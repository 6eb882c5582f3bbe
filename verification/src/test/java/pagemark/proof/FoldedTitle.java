package pagemark.proof;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.text.Normalizer;
import java.util.Locale;
import java.util.regex.Pattern;
import pagemark.folding.Folding;

/// How a `text` sort must see a title. If Java's own rules of Unicode leave only the letters of
/// English, Greek and Russian and plain punctuation, this says it by them, else by [Folding].
final class FoldedTitle {
  private static final int BYTES_MAX = 256;
  private static final Pattern COMMON = Pattern.compile("[ -~α-ωа-я]*");
  private static final Pattern ACCENTS = Pattern.compile("[\\x{300}-\\x{36F}]");
  private static final Pattern BLANKS = Pattern.compile("[\\s\\x{85}]+");

  private FoldedTitle() {}

  /// As much of the folded title as counts.
  static String of(String title) {
    return cut(isCommon(title) ? foldedByJava(title) : Folding.fold(title));
  }

  /// Whether nothing of Pagemark's own folds this title.
  static boolean isCommon(String title) {
    return COMMON.matcher(foldedByJava(title)).matches();
  }

  /// Upper case makes `ss` of `ß`; lower case before it makes `ß` of `ẞ`.
  private static String foldedByJava(String title) {
    String bare = ACCENTS.matcher(Normalizer.normalize(title, Normalizer.Form.NFKD)).replaceAll("");
    String folded =
        bare.toLowerCase(Locale.ROOT)
            .toUpperCase(Locale.ROOT)
            .toLowerCase(Locale.ROOT)
            .replace('ς', 'σ');
    return BLANKS
        .matcher(Normalizer.normalize(folded, Normalizer.Form.NFKD))
        .replaceAll(" ")
        .stripLeading();
  }

  private static String cut(String folded) {
    int end = folded.length();
    while (folded.substring(0, end).getBytes(UTF_8).length > BYTES_MAX) {
      end = folded.offsetByCodePoints(end, -1);
    }
    return folded.substring(0, end);
  }
}

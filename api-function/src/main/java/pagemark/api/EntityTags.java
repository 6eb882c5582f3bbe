package pagemark.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import pagemark.pages.result.Page;

/// Makes weak entity tags (RFC 9110) of pages. A tag is a hash of the items, the page's number, its
/// size, and whether the page is exact. Totals and links may change under the same tag.
final class EntityTags {
  private static final int BYTES = 12;

  private EntityTags() {}

  /// @param items the page's items as a JSON array
  static String tag(Page page, String items) {
    String begin = page.counted().map(known -> known.parameter() + known.value()).orElse("");
    String exactness = page.exact() ? "" : "inexact/";
    byte[] hash = hash("%s%s/%d/%s".formatted(exactness, begin, page.scope().size(), items));
    String text =
        Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(hash, BYTES));
    return "W/\"" + text + '"';
  }

  private static byte[] hash(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Whether a client that sent this `If-None-Match` already has the page with `tag`.
  static boolean matches(@Nullable String ifNoneMatch, String tag) {
    if (ifNoneMatch == null) {
      return false;
    }
    String bare = tag.substring("W/".length());
    return Arrays.stream(ifNoneMatch.split(",", -1))
        .map(String::strip)
        .anyMatch(each -> each.equals("*") || each.equals(tag) || each.equals(bare));
  }
}

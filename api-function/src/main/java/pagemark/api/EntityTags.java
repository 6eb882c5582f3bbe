package pagemark.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Sha256;

/// Makes weak entity tags (RFC 9110) of pages: a 304 says that the stored page may be used, so a
/// tag is a hash of the whole body. It changes with a page's totals, links and cursors, and cursors
/// differ by key and by day. Only under the tag of a settled page may totals and the last page
/// move.
final class EntityTags {
  private static final int BYTES = 12;

  private EntityTags() {}

  /// @param items the page's items as a JSON array
  /// @param others the other members that the tag stands for
  static String tag(String items, String others) {
    byte[] bytes = Sha256.of(items.getBytes(UTF_8), others.getBytes(UTF_8));
    String text =
        Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(bytes, BYTES));
    return "W/\"" + text + '"';
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

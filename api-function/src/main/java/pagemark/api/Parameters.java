package pagemark.api;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import pagemark.key.GroupKey;
import pagemark.listing.Filter;
import pagemark.listing.Listing;
import pagemark.pages.KeyQuery;
import pagemark.pages.error.PagesException.InvalidParameter;

/// The parameters of a query string. `item`, `key` and `group` may be given once for each attribute
/// of an item's key, the same for each of many items, and for each value that names a group;
/// `fields` once for each, and a filter with declared values as often as it has some. Nothing
/// between two `&` is no parameter.
record Parameters(SequencedMap<String, List<String>> byName) {
  /// How often some parameters may be given.
  private static final Map<String, Integer> MOST =
      Map.of("item", 2, "key", 2 * KeyQuery.KEYS_MAX, "group", GroupKey.PARTS_MAX, "fields", 1_000);

  /// Longer than the longest link: a group of four values, an item's key, a window and the value of
  /// an open filter of the largest sizes, all percent-encoded, have 46,080 characters.
  static final int CHARS_MAX = 49_152;

  private static final String ENCODING = "percent-encoded UTF-8";

  private record Pair(String name, String value) {
    static Pair of(String text) {
      int end = text.indexOf('=') < 0 ? text.length() : text.indexOf('=');
      String name = decode(text.substring(0, end), text, text);
      return new Pair(name, decode(text.substring(Math.min(end + 1, text.length())), name, text));
    }
  }

  /// @param raw the query string as it was sent, not decoded, without `?`; null or empty if there
  ///   are no parameters
  /// @throws InvalidParameter if it is too long or malformed
  static Parameters parse(@Nullable String raw) {
    SequencedMap<String, List<String>> byName = new LinkedHashMap<>();
    if (raw == null || raw.isEmpty()) {
      return new Parameters(byName);
    }
    if (raw.length() > CHARS_MAX) {
      String size = raw.length() + " characters";
      throw new InvalidParameter(
          "query string", size, "a query string of at most " + CHARS_MAX + " characters");
    }
    for (String text : raw.split("&", -1)) {
      if (text.isEmpty()) {
        continue;
      }
      Pair pair = Pair.of(text);
      byName.computeIfAbsent(pair.name(), _ -> new ArrayList<>()).add(pair.value());
    }
    return new Parameters(byName);
  }

  /// @param lists the filters with declared values
  /// @throws InvalidParameter if another parameter is repeated
  void refuseRepeated(List<Filter> lists) {
    byName.forEach(
        (name, values) -> {
          int most = MOST.getOrDefault(name, 1);
          if (values.size() > most && lists.stream().noneMatch(f -> f.name().equals(name))) {
            throw new InvalidParameter(
                name,
                values.get(most),
                name + (most == 1 ? " once" : " at most %d times".formatted(most)));
          }
        });
  }

  /// The first value of a parameter, whatever is wrong with the rest of the query string; null if
  /// there is none. [#parse] gives no other value.
  static @Nullable String first(@Nullable String raw, String name) {
    if (raw == null || raw.length() > CHARS_MAX) {
      return null;
    }
    for (String text : raw.split("&", -1)) {
      try {
        Pair pair = Pair.of(text);
        if (pair.name().equals(name)) {
          return pair.value();
        }
      } catch (InvalidParameter _) {
        // The next pair may have the name. What is wrong here, parse says.
      }
    }
    return null;
  }

  @Nullable String get(String name) {
    List<String> values = byName.get(name);
    return values == null ? null : values.getFirst();
  }

  /// A parameter that was added later; null if it is not given, or if it is a filter of the
  /// listing.
  @Nullable String added(Listing listing, String name) {
    return listing.definition().filterNames().contains(name) ? null : get(name);
  }

  /// All values of a parameter, in their order.
  List<String> all(String name) {
    return byName.getOrDefault(name, List.of());
  }

  private static String decode(String text, String name, String pair) {
    if (isMisread(text) || text.contains("%+")) {
      throw new InvalidParameter(name, pair, ENCODING);
    }
    // Each character of `bytes` stands for a byte, as the JDK would replace what is not UTF-8. It
    // takes `%+1` for a byte.
    String bytes = new String(text.getBytes(UTF_8), ISO_8859_1);
    try {
      byte[] decoded = URLDecoder.decode(bytes, ISO_8859_1).getBytes(ISO_8859_1);
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(decoded)).toString();
    } catch (IllegalArgumentException | CharacterCodingException e) {
      throw new InvalidParameter(name, pair, ENCODING);
    }
  }

  /// Whether a server in between may have taken the bytes of raw UTF-8 for characters: `Ã©` is then
  /// an `é`. It cannot be told from an `Ã©` that was sent.
  private static boolean isMisread(String text) {
    if (!ISO_8859_1.newEncoder().canEncode(text) || US_ASCII.newEncoder().canEncode(text)) {
      return false;
    }
    try {
      UTF_8.newDecoder().decode(ByteBuffer.wrap(text.getBytes(ISO_8859_1)));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }
}

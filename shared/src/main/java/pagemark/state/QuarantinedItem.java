package pagemark.state;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import pagemark.entry.Sha256;
import pagemark.index.Sequence;
import pagemark.key.KeyValue;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// An item that is poison for a listing: its attributes do not fit the definition, or the store
/// cannot hold its position.
///
/// @param key the item's key attributes
/// @param sequence the sequence of the record that brought the image
/// @param reason names the attribute and what it must be
/// @param due when somebody is to look at it next
/// @param looks how often somebody has looked at it
/// @param lookedIn the generation that served at the last look; empty if none did
public record QuarantinedItem(
    String listing,
    Map<String, AttributeValue> key,
    Sequence sequence,
    String reason,
    Instant seenAt,
    Instant due,
    int looks,
    String lookedIn)
    implements Document {
  static final String PREFIX = "quarantine#";

  /// How long an item is kept if nobody looks at it when it is due.
  public static final Duration KEPT = Duration.ofDays(30);

  private static final Duration FIRST = Duration.ofMinutes(5);
  private static final Duration SECOND = Duration.ofHours(1);
  private static final Duration LATER = Duration.ofDays(1);

  public QuarantinedItem {
    key = Map.copyOf(key);
    seenAt = Instant.ofEpochMilli(seenAt.toEpochMilli());
    due = Instant.ofEpochMilli(due.toEpochMilli());
  }

  /// An item that nobody has looked at.
  public QuarantinedItem(
      String listing,
      Map<String, AttributeValue> key,
      Sequence sequence,
      String reason,
      Instant seenAt) {
    this(listing, key, sequence, reason, seenAt, seenAt.plus(FIRST), 0, "");
  }

  /// The same item by a newer record. Its next look is not later than that of the older record, and
  /// a first look is not repeated: one that is written all day is looked at once an hour.
  QuarantinedItem after(QuarantinedItem older) {
    Instant next = older.looks == 0 ? older.due : seenAt.plus(SECOND);
    return with(older.due.isBefore(next) ? older.due : next, older.looks, older.lookedIn);
  }

  QuarantinedItem looked(String serving, Instant now) {
    return with(now.plus(looks == 0 ? SECOND : LATER), looks + 1, serving);
  }

  private QuarantinedItem with(Instant next, int count, String serving) {
    return new QuarantinedItem(listing, key, sequence, reason, seenAt, next, count, serving);
  }

  /// Whether somebody is to look at it: it is due, or a wrong clock has put it off for days, or
  /// another generation serves than at the last look.
  public boolean isDue(String serving, Instant now) {
    return !due.isAfter(now)
        || due.isAfter(now.plus(LATER.multipliedBy(2)))
        || (looks > 0 && !lookedIn.equals(serving));
  }

  @Override
  public Key documentKey() {
    return new Key(PREFIX + listing, keyHash());
  }

  @Override
  public Instant keptUntil() {
    return due.plus(KEPT);
  }

  /// SHA-256 of the item's key, in hexadecimal: the sort key in `pagemark-state`. Logs have a keyed
  /// hash, [KeyHashes].
  public String keyHash() {
    return keyHash(key);
  }

  /// SHA-256 of an item's key, in hexadecimal. The key attributes together can be longer than a
  /// sort key may be.
  public static String keyHash(Map<String, AttributeValue> key) {
    return HexFormat.of().formatHex(Sha256.of(text(key).getBytes(UTF_8)));
  }

  /// The key attributes as a text. Different keys have different texts.
  static String text(Map<String, AttributeValue> key) {
    StringBuilder text = new StringBuilder();
    new TreeMap<>(key).forEach((name, value) -> text.append(name).append(typed(value)));
    return text.toString();
  }

  /// A key value with its type and length, so that different keys have different texts.
  private static String typed(AttributeValue value) {
    String text = KeyValue.of(value).text();
    return "\0" + value.type() + text.length() + "\0" + text + "\0";
  }
}

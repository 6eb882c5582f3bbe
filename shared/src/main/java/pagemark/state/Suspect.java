package pagemark.state;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import pagemark.entry.Entry;
import pagemark.entry.Sha256;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// An entry of an index that is probably wrong, or one that the index seems to lack. A repair
/// checks it against the table.
///
/// @param generation the id of the generation
/// @param key the item's key attributes
/// @param group the text of the entry's group
/// @param seen the entry; readers do not know the cell and give [pagemark.entry.Cell#WHOLE]
/// @param reason why the entry is in doubt, without any value
/// @param seenAt when it was doubted last, in whole milliseconds
public record Suspect(
    String listing,
    String generation,
    Map<String, AttributeValue> key,
    String group,
    Entry seen,
    String reason,
    Instant seenAt)
    implements Document {
  static final String PREFIX = "suspect#";

  private static final Duration KEPT = Duration.ofDays(30);

  public Suspect {
    key = Map.copyOf(key);
    seenAt = Instant.ofEpochMilli(seenAt.toEpochMilli());
  }

  @Override
  public Key documentKey() {
    return new Key(PREFIX + listing, id());
  }

  @Override
  public Instant keptUntil() {
    return seenAt.plus(KEPT);
  }

  /// The same entry, doubted at another time.
  public Suspect at(Instant time) {
    return new Suspect(listing, generation, key, group, seen, reason, time);
  }

  /// Identifies the entry: SHA-256 over generation, group, cell, member and score, in hexadecimal.
  /// In some layouts two places of an item differ in nothing but the score.
  public String id() {
    byte[] hash =
        Sha256.of(
            part(generation),
            part(group),
            part(seen.cell().name()),
            seen.position().member().toArray(),
            ("#" + seen.position().score()).getBytes(UTF_8));
    return HexFormat.of().formatHex(hash);
  }

  private static byte[] part(String text) {
    return (text.getBytes(UTF_8).length + ":" + text).getBytes(UTF_8);
  }
}

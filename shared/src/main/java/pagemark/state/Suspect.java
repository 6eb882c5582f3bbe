package pagemark.state;

import static java.nio.charset.StandardCharsets.UTF_8;

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
/// @param missing true if the index lacks the entry, false if the index has it and should not
/// @param id identifies the entry, and is its sort key in `pagemark-state`; that of an earlier
///   version's suspect is another one
public record Suspect(
    String listing,
    String generation,
    Map<String, AttributeValue> key,
    String group,
    Entry seen,
    String reason,
    Instant seenAt,
    boolean missing,
    String id) {
  public Suspect {
    key = Map.copyOf(key);
    seenAt = Instant.ofEpochMilli(seenAt.toEpochMilli());
  }

  /// A suspect with the id of its entry.
  public Suspect(
      String listing,
      String generation,
      Map<String, AttributeValue> key,
      String group,
      Entry seen,
      String reason,
      Instant seenAt,
      boolean missing) {
    this(
        listing,
        generation,
        key,
        group,
        seen,
        reason,
        seenAt,
        missing,
        id(generation, group, seen));
  }

  /// The same entry, doubted at another time.
  public Suspect at(Instant time) {
    return new Suspect(listing, generation, key, group, seen, reason, time, missing, id);
  }

  /// SHA-256 over generation, group, cell, member and score, in hexadecimal. In some layouts two
  /// places of an item differ in nothing but the score.
  private static String id(String generation, String group, Entry seen) {
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

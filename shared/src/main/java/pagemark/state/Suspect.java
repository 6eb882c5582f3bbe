package pagemark.state;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import pagemark.key.Entry;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// An entry of an index that is probably wrong, or one that the index seems to lack. A repair
/// checks it against the table.
///
/// @param generation the id of the generation
/// @param key the item's key attributes
/// @param group the text of the entry's group
/// @param seen the entry; readers do not know the cell and give [pagemark.key.Cell#WHOLE]
/// @param reason why the entry is in doubt, without any value
/// @param seenAt when it was doubted last, in whole milliseconds
/// @param missing true if the index lacks the entry, false if the index has it and should not
public record Suspect(
    String listing,
    String generation,
    Map<String, AttributeValue> key,
    String group,
    Entry seen,
    String reason,
    Instant seenAt,
    boolean missing) {
  public Suspect {
    key = Map.copyOf(key);
    seenAt = Instant.ofEpochMilli(seenAt.toEpochMilli());
  }

  /// A suspect entry that the index has.
  public Suspect(
      String listing,
      String generation,
      Map<String, AttributeValue> key,
      String group,
      Entry seen,
      String reason,
      Instant seenAt) {
    this(listing, generation, key, group, seen, reason, seenAt, false);
  }

  /// SHA-256 over generation, group, cell and member, in hexadecimal. It identifies the entry, and
  /// is its sort key in `pagemark-state`.
  public String id() {
    try {
      MessageDigest hash = MessageDigest.getInstance("SHA-256");
      for (String part : new String[] {generation, group, seen.cell().name()}) {
        byte[] bytes = part.getBytes(UTF_8);
        hash.update((bytes.length + ":").getBytes(UTF_8));
        hash.update(bytes);
      }
      hash.update(seen.position().member().toArray());
      return HexFormat.of().formatHex(hash.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}

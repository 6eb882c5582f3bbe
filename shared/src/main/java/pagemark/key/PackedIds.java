package pagemark.key;

import java.nio.ByteBuffer;
import java.util.UUID;
import pagemark.entry.Bytes;

/// Packs UUIDs and ULIDs into 16 bytes. Accepts only the canonical text, so that unpacking gives
/// exactly the same text.
final class PackedIds {
  static final String UUID_FORM = "a UUID in lower case with hyphens";
  static final String ULID_FORM = "a ULID in upper case";

  private static final String CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  private static final int ULID_LENGTH = 26;
  private static final int BITS_PER_DIGIT = 5;

  private PackedIds() {}

  static Bytes uuid(String text) throws UnfitException {
    if (!text.matches("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")) {
      throw new UnfitException("must be " + UUID_FORM);
    }
    UUID uuid = UUID.fromString(text);
    return packed(uuid.getMostSignificantBits(), uuid.getLeastSignificantBits());
  }

  static String uuidText(Bytes bytes) {
    ByteBuffer buffer = unpacked(bytes);
    return new UUID(buffer.getLong(), buffer.getLong()).toString();
  }

  static Bytes ulid(String text) throws UnfitException {
    if (!text.matches("[0-7][0-9A-HJKMNP-TV-Z]{25}")) {
      throw new UnfitException("must be " + ULID_FORM);
    }
    long high = 0;
    long low = 0;
    for (int i = 0; i < ULID_LENGTH; i++) {
      high = (high << BITS_PER_DIGIT) | (low >>> (Long.SIZE - BITS_PER_DIGIT));
      low = (low << BITS_PER_DIGIT) | CROCKFORD.indexOf(text.charAt(i));
    }
    return packed(high, low);
  }

  static String ulidText(Bytes bytes) {
    ByteBuffer buffer = unpacked(bytes);
    long high = buffer.getLong();
    long low = buffer.getLong();
    char[] text = new char[ULID_LENGTH];
    for (int i = ULID_LENGTH - 1; i >= 0; i--) {
      text[i] = CROCKFORD.charAt((int) (low & 31));
      low = (low >>> BITS_PER_DIGIT) | (high << (Long.SIZE - BITS_PER_DIGIT));
      high >>>= BITS_PER_DIGIT;
    }
    return new String(text);
  }

  private static Bytes packed(long high, long low) {
    return Bytes.of(ByteBuffer.allocate(2 * Long.BYTES).putLong(high).putLong(low).array());
  }

  private static ByteBuffer unpacked(Bytes bytes) {
    if (bytes.length() != 2 * Long.BYTES) {
      throw new IllegalArgumentException("must have 16 bytes: " + bytes);
    }
    return ByteBuffer.wrap(bytes.toArray());
  }
}

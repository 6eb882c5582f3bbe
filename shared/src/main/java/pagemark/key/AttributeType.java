package pagemark.key;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The type of a group or key attribute. It writes a value as text in requests and group names, and
/// as bytes in item keys. Both forms convert back to exactly the same value.
public enum AttributeType {
  /// A DynamoDB string, verbatim.
  STRING {
    @Override
    public String text(AttributeValue value) throws UnfitException {
      return present(value.s(), "must be a string (S)");
    }
  },
  /// A DynamoDB number as canonical decimal: no exponent, no leading or trailing zeros.
  NUMBER {
    @Override
    public String text(AttributeValue value) throws UnfitException {
      return canonical(number(value));
    }

    @Override
    public AttributeValue value(String text) throws UnfitException {
      if (!text.matches("-?[0-9]{1,126}(\\.[0-9]{1,168})?") || !isCanonical(text)) {
        throw new UnfitException("must be " + textForm());
      }
      return AttributeValue.fromN(text);
    }

    @Override
    public String canonicalText(String text) {
      return text.matches("-?[0-9]{1,126}(\\.[0-9]{1,168})?")
          ? canonical(new BigDecimal(text))
          : text;
    }

    @Override
    public String textForm() {
      return "a number of up to 38 digits that DynamoDB can hold, without exponent";
    }
  },
  /// DynamoDB bytes, verbatim. Their text is base64url without padding.
  BINARY {
    @Override
    public String text(AttributeValue value) throws UnfitException {
      return Base64.getUrlEncoder()
          .withoutPadding()
          .encodeToString(present(value.b(), "must be binary (B)").asByteArrayUnsafe());
    }

    @Override
    public AttributeValue value(String text) throws UnfitException {
      try {
        byte[] bytes = Base64.getUrlDecoder().decode(text);
        if (Base64.getUrlEncoder().withoutPadding().encodeToString(bytes).equals(text)) {
          return AttributeValue.fromB(SdkBytes.fromByteArray(bytes));
        }
      } catch (IllegalArgumentException e) {
        // refused below
      }
      throw new UnfitException("must be " + textForm());
    }

    @Override
    public String textForm() {
      return "base64url without padding";
    }

    @Override
    Bytes bytes(AttributeValue value) throws UnfitException {
      return Bytes.of(present(value.b(), "must be binary (B)").asByteArrayUnsafe());
    }

    @Override
    AttributeValue value(Bytes bytes) {
      return AttributeValue.fromB(SdkBytes.fromByteArray(bytes.toArray()));
    }
  },
  /// A string that is a UUID in lower case with hyphens; 16 bytes.
  UUID {
    @Override
    public String textForm() {
      return PackedIds.UUID_FORM;
    }

    @Override
    Bytes packed(String text) throws UnfitException {
      return PackedIds.uuid(text);
    }

    @Override
    String unpacked(Bytes bytes) {
      return PackedIds.uuidText(bytes);
    }
  },
  /// A string that is a ULID in upper case; 16 bytes.
  ULID {
    @Override
    public String textForm() {
      return PackedIds.ULID_FORM;
    }

    @Override
    Bytes packed(String text) throws UnfitException {
      return PackedIds.ulid(text);
    }

    @Override
    String unpacked(Bytes bytes) {
      return PackedIds.ulidText(bytes);
    }
  };

  /// Writes a value as text.
  ///
  /// @throws UnfitException if `value` has another DynamoDB type, or the wrong form for this type
  public String text(AttributeValue value) throws UnfitException {
    return unpacked(bytes(value));
  }

  /// The inverse of [#text]. Accepts only the canonical text of a value.
  ///
  /// @throws UnfitException if no value has this text
  public AttributeValue value(String text) throws UnfitException {
    packed(text);
    return AttributeValue.fromS(text);
  }

  /// The one text of a value that somebody may have written in another way: of `7.50` it is `7.5`.
  /// Any other text stays.
  public String canonicalText(String text) {
    return text;
  }

  /// The smallest number above 0 that DynamoDB holds.
  private static final BigDecimal SMALLEST = BigDecimal.ONE.movePointLeft(130);

  /// Describes the form of [#text] for error messages.
  public String textForm() {
    return "a text";
  }

  /// Writes a value as bytes for an item key.
  ///
  /// @throws UnfitException as [#text] does
  Bytes bytes(AttributeValue value) throws UnfitException {
    return packed(isPacked() ? STRING.text(value) : text(value));
  }

  /// The inverse of [#bytes].
  AttributeValue value(Bytes bytes) throws UnfitException {
    return value(unpacked(bytes));
  }

  /// The bytes of a text.
  Bytes packed(String text) throws UnfitException {
    return Bytes.utf8(text);
  }

  String unpacked(Bytes bytes) {
    return bytes.text();
  }

  /// Whether every value has exactly 16 bytes. Such a value needs no separator after it.
  boolean isPacked() {
    return this == UUID || this == ULID;
  }

  /// The name in listing definitions, such as `string`.
  public String definitionName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// The canonical decimal text of a number: both `1E+2` and `100.0` give `100`.
  public static String canonical(BigDecimal number) {
    return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
  }

  private static boolean isCanonical(String text) {
    BigDecimal number = new BigDecimal(text);
    return canonical(number).equals(text)
        && number.stripTrailingZeros().precision() <= NumberSort.DIGITS_MAX
        && (number.signum() == 0 || number.abs().compareTo(SMALLEST) >= 0);
  }

  static BigDecimal number(AttributeValue value) throws UnfitException {
    return new BigDecimal(present(value.n(), "must be a number (N)"));
  }

  static <T> T present(@Nullable T part, String message) throws UnfitException {
    if (part == null) {
      throw new UnfitException(message);
    }
    return part;
  }

  /// Packs UUIDs and ULIDs into 16 bytes. Accepts only the canonical text, so that unpacking gives
  /// exactly the same text.
  static final class PackedIds {
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
      java.util.UUID uuid = java.util.UUID.fromString(text);
      return packed(uuid.getMostSignificantBits(), uuid.getLeastSignificantBits());
    }

    static String uuidText(Bytes bytes) {
      ByteBuffer buffer = unpacked(bytes);
      return new java.util.UUID(buffer.getLong(), buffer.getLong()).toString();
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
}

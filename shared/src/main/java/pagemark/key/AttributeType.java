package pagemark.key;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The type of a group or key attribute. It writes a value as text in requests and group names, and
/// as bytes in item keys. Both forms convert back to exactly the same value.
public enum AttributeType {
  /// A DynamoDB string, verbatim.
  STRING,

  /// A DynamoDB number as canonical decimal: no exponent, no leading or trailing zeros.
  NUMBER,

  /// DynamoDB bytes, verbatim. Their text is base64url without padding.
  BINARY,

  /// A string that is a UUID in lower case with hyphens; 16 bytes.
  UUID,

  /// A string that is a ULID in upper case; 16 bytes.
  ULID;

  private static final Predicate<String> DECIMAL =
      Pattern.compile("-?[0-9]{1,126}(\\.[0-9]{1,168})?").asMatchPredicate();

  /// The smallest number above 0 that DynamoDB holds.
  private static final BigDecimal SMALLEST = BigDecimal.ONE.movePointLeft(130);

  /// Writes a value as text.
  ///
  /// @throws UnfitException if `value` has another DynamoDB type, or the wrong form for this type
  public String text(AttributeValue value) throws UnfitException {
    return switch (this) {
      case STRING -> present(value.s(), "must be a string (S)");
      case NUMBER -> canonical(number(value));
      case BINARY -> base64(binary(value));
      case UUID, ULID -> unpacked(bytes(value));
    };
  }

  /// The inverse of [#text]. Accepts only the canonical text of a value.
  ///
  /// @throws UnfitException if no value has this text
  public AttributeValue value(String text) throws UnfitException {
    return switch (this) {
      case NUMBER -> {
        if (!DECIMAL.test(text) || !isCanonical(text)) {
          throw new UnfitException("must be " + textForm());
        }
        yield AttributeValue.fromN(text);
      }
      case BINARY -> AttributeValue.fromB(SdkBytes.fromByteArray(fromBase64(text)));
      case STRING, UUID, ULID -> {
        packed(text);
        yield AttributeValue.fromS(text);
      }
    };
  }

  private byte[] fromBase64(String text) throws UnfitException {
    try {
      byte[] bytes = Base64.getUrlDecoder().decode(text);
      if (base64(bytes).equals(text)) {
        return bytes;
      }
    } catch (IllegalArgumentException e) {
      // refused below
    }
    throw new UnfitException("must be " + textForm());
  }

  private static String base64(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /// The one text of a value that somebody may have written in another way: of `7.50` it is `7.5`.
  /// Any other text stays.
  public String canonicalText(String text) {
    return this == NUMBER && DECIMAL.test(text) ? canonical(new BigDecimal(text)) : text;
  }

  /// Describes the form of [#text] for error messages.
  public String textForm() {
    return switch (this) {
      case STRING -> "a text";
      case NUMBER -> "a number of up to 38 digits that DynamoDB can hold, without exponent";
      case BINARY -> "base64url without padding";
      case UUID -> PackedIds.UUID_FORM;
      case ULID -> PackedIds.ULID_FORM;
    };
  }

  /// Writes a value as bytes for an item key.
  ///
  /// @throws UnfitException as [#text] does
  Bytes bytes(AttributeValue value) throws UnfitException {
    return switch (this) {
      case STRING, NUMBER -> Bytes.utf8(text(value));
      case BINARY -> Bytes.of(binary(value));
      case UUID, ULID -> packed(STRING.text(value));
    };
  }

  /// The inverse of [#bytes].
  AttributeValue value(Bytes bytes) throws UnfitException {
    return this == BINARY
        ? AttributeValue.fromB(SdkBytes.fromByteArray(bytes.toArray()))
        : value(unpacked(bytes));
  }

  /// The bytes of a text.
  private Bytes packed(String text) throws UnfitException {
    return switch (this) {
      case UUID -> PackedIds.uuid(text);
      case ULID -> PackedIds.ulid(text);
      case STRING, NUMBER, BINARY -> Bytes.utf8(text);
    };
  }

  private String unpacked(Bytes bytes) {
    return switch (this) {
      case UUID -> PackedIds.uuidText(bytes);
      case ULID -> PackedIds.ulidText(bytes);
      case STRING, NUMBER, BINARY -> bytes.text();
    };
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

  private static byte[] binary(AttributeValue value) throws UnfitException {
    return present(value.b(), "must be binary (B)").asByteArrayUnsafe();
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

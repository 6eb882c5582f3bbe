package pagemark.pages.cursor;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.GeneralSecurityException;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import javax.crypto.KDF;
import javax.crypto.spec.HKDFParameterSpec;
import org.cryptomator.siv.SivMode;
import org.jspecify.annotations.Nullable;
import pagemark.entry.Bytes;
import pagemark.entry.Group;
import pagemark.entry.Position;
import pagemark.key.KeyAttribute;
import pagemark.key.KeyValue;
import pagemark.key.PositionCodec;
import pagemark.key.UnfitException;
import pagemark.pages.scope.CursorPoint;
import pagemark.pages.scope.Scope;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Encrypts ("seals") cursors and opens them. A client can neither read, change nor make one.
///
/// A cursor is base64url without padding of these bytes:
///
/// 1. a version, 1 byte
/// 2. an identifier of the key, 4 bytes, so that the key can be rotated
/// 3. [CursorBytes], encrypted with AES-256-SIV (RFC 5297), with the [Scope] as associated data: in
///    another scope decryption fails
///
/// SIV needs no nonce, so functions restored from one snapshot cannot repeat one. A position has
/// the same cursor all day.
///
/// A cursor lasts 7 days, if its key is still one of the two.
public final class CursorCipher {
  private static final int DAYS_MAX = 7;
  private static final int CHARS_MAX = 6_144;
  private static final byte VERSION = 1;
  private static final int HEAD = 5;
  private static final int AES_KEY = 32;
  private static final SivMode SIV = new SivMode();
  private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

  private final List<Key> keys;
  private final InstantSource clock;

  /// @param keys empty if answers have no cursors; then none can be opened
  public CursorCipher(Optional<CursorKeys> keys, InstantSource clock) {
    this.keys =
        keys.stream()
            .flatMap(given -> Stream.concat(Stream.of(given.current()), given.previous().stream()))
            .map(Key::of)
            .toList();
    this.clock = clock;
  }

  /// The keys that HKDF-SHA256 derives from a secret, and the first 5 bytes of their cursors.
  private static final class Key {
    private final byte[] head;
    private final byte[] encryption;
    private final byte[] authentication;

    private Key(byte[] head, byte[] encryption, byte[] authentication) {
      this.head = head;
      this.encryption = encryption;
      this.authentication = authentication;
    }

    static Key of(String secret) {
      byte[] bytes = derived(secret.getBytes(UTF_8));
      byte[] head = Arrays.copyOfRange(bytes, 2 * AES_KEY - 1, 2 * AES_KEY + 4);
      head[0] = VERSION;
      return new Key(
          head, Arrays.copyOf(bytes, AES_KEY), Arrays.copyOfRange(bytes, AES_KEY, 2 * AES_KEY));
    }

    private static byte[] derived(byte[] secret) {
      try {
        return KDF.getInstance("HKDF-SHA256")
            .deriveData(
                HKDFParameterSpec.ofExtract()
                    .addIKM(secret)
                    .thenExpand("pagemark cursor".getBytes(UTF_8), 2 * AES_KEY + 4));
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /// @param point null if there are no items in that direction
  /// @return empty if there are no keys, or if `point` is null
  public Optional<String> seal(Scope scope, @Nullable CursorPoint point) {
    return keys.isEmpty() || point == null
        ? Optional.empty()
        : Optional.of(sealed(keys.getFirst(), scope, point));
  }

  private String sealed(Key key, Scope scope, CursorPoint point) {
    byte[] bytes = new CursorBytes(today(), point).written(scope.positions(), scope.group());
    byte[] sealed = SIV.encrypt(key.encryption, key.authentication, bytes, scope.bytes());
    byte[] all = Arrays.copyOf(key.head, HEAD + sealed.length);
    System.arraycopy(sealed, 0, all, HEAD, sealed.length);
    return ENCODER.encodeToString(all);
  }

  /// @return empty if `text` was not sealed with one of the keys, for this scope, in the last
  ///   [#DAYS_MAX] days
  public Optional<CursorPoint> open(Scope scope, String text) {
    return decoded(text)
        .flatMap(bytes -> opened(scope, bytes))
        .filter(cursor -> isValid(cursor.day()))
        .map(CursorBytes::point);
  }

  /// Accepts only canonical base64url.
  private static Optional<byte[]> decoded(String text) {
    if (text.length() > CHARS_MAX) {
      return Optional.empty();
    }
    try {
      byte[] bytes = Base64.getUrlDecoder().decode(text);
      return Optional.of(bytes)
          .filter(b -> b.length > HEAD && ENCODER.encodeToString(b).equals(text));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private Optional<CursorBytes> opened(Scope scope, byte[] bytes) {
    byte[] head = Arrays.copyOf(bytes, HEAD);
    byte[] sealed = Arrays.copyOfRange(bytes, HEAD, bytes.length);
    for (Key key : keys) {
      if (Arrays.equals(head, key.head)) {
        try {
          byte[] raw = SIV.decrypt(key.encryption, key.authentication, sealed, scope.bytes());
          return Optional.of(CursorBytes.read(raw, scope.positions(), scope.group()));
        } catch (GeneralSecurityException | IOException | UnfitException e) {
          return Optional.empty();
        }
      }
    }
    return Optional.empty();
  }

  /// Allows one day in the future, for clocks that differ.
  private boolean isValid(LocalDate day) {
    LocalDate today = today();
    return !day.isAfter(today.plusDays(1)) && !day.isBefore(today.minusDays(DAYS_MAX));
  }

  private LocalDate today() {
    return LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
  }

  /// The plain content of a cursor. Its bytes are:
  ///
  /// 1. flags, 1 byte: 1 for forward, 2 for behind (see [CursorPoint])
  /// 2. the day on which it was made, an unsigned short of days since 1970
  /// 3. the item's sort value, then its key attributes, each once and without the group attribute:
  ///    a byte for the type (S, N or B), the length as an unsigned short, the bytes
  ///
  /// If DynamoDB does not have the listing's order, a sort value does not say all about a position.
  /// Then the bytes of each part of the sort come first, as values of type B behind a byte 1, or as
  /// a byte 0 if the value is missing, and then all key attributes.
  record CursorBytes(LocalDate day, CursorPoint point) {
    private static final int FORWARD = 1;
    private static final int BEHIND = 2;

    byte[] written(PositionCodec codec, Group group) {
      Map<String, AttributeValue> values =
          new HashMap<>(codec.keyAttributes(group, point.position()));
      if (codec.isQueryable()) {
        values.put(codec.sortAttribute(), codec.sortValue(point.position()));
      }
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (DataOutputStream out = new DataOutputStream(bytes)) {
        out.writeByte((point.forward() ? FORWARD : 0) | (point.behind() ? BEHIND : 0));
        out.writeShort((int) day.toEpochDay());
        if (!codec.isQueryable()) {
          for (Optional<Bytes> sort : codec.sortBytes(point.position())) {
            write(sort, out);
          }
        }
        for (String name : names(codec)) {
          write(values.getOrDefault(name, AttributeValue.fromNul(true)), out);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return bytes.toByteArray();
    }

    /// The inverse of [#written].
    ///
    /// @throws IOException if the bytes have another form
    /// @throws UnfitException if their values do not fit the codec's attributes
    static CursorBytes read(byte[] bytes, PositionCodec codec, Group group)
        throws IOException, UnfitException {
      try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
        int flags = in.readUnsignedByte();
        LocalDate day = LocalDate.ofEpochDay(in.readUnsignedShort());
        Position position = codec.isQueryable() ? position(in, codec, group) : whole(in, codec);
        return new CursorBytes(
            day, new CursorPoint((flags & FORWARD) != 0, position, (flags & BEHIND) != 0));
      }
    }

    private static Position position(DataInputStream in, PositionCodec codec, Group group)
        throws IOException, UnfitException {
      Map<String, AttributeValue> values = read(in, names(codec));
      codec
          .group()
          .implied()
          .ifPresent(a -> values.put(a.name(), codec.group().value(group.text())));
      return codec.position(values);
    }

    private static Position whole(DataInputStream in, PositionCodec codec)
        throws IOException, UnfitException {
      List<Optional<Bytes>> sorts = new ArrayList<>();
      while (sorts.size() < codec.sort().parts().size()) {
        sorts.add(
            in.readUnsignedByte() == 0
                ? Optional.empty()
                : Optional.of(KeyValue.of(read(in)).bytes()));
      }
      return codec.position(sorts, read(in, names(codec)));
    }

    private static Map<String, AttributeValue> read(DataInputStream in, List<String> names)
        throws IOException {
      Map<String, AttributeValue> values = new HashMap<>();
      for (String name : names) {
        values.put(name, read(in));
      }
      return values;
    }

    /// The names of the attributes in the bytes, in their order.
    private static List<String> names(PositionCodec codec) {
      List<String> key = codec.key().stream().map(KeyAttribute::name).toList();
      if (!codec.isQueryable()) {
        return key;
      }
      List<String> names = new ArrayList<>(List.of(codec.sortAttribute()));
      names.addAll(key);
      codec.group().implied().map(KeyAttribute::name).ifPresent(names::remove);
      return names.stream().distinct().toList();
    }

    private static void write(Optional<Bytes> sort, DataOutputStream out) throws IOException {
      out.writeByte(sort.isPresent() ? 1 : 0);
      if (sort.isPresent()) {
        write(AttributeValue.fromB(SdkBytes.fromByteArray(sort.get().toArray())), out);
      }
    }

    private static void write(AttributeValue value, DataOutputStream out) throws IOException {
      byte[] bytes = KeyValue.of(value).bytes().toArray();
      out.writeByte(value.type().name().charAt(0));
      out.writeShort(bytes.length);
      out.write(bytes);
    }

    private static AttributeValue read(DataInputStream in) throws IOException {
      String type = String.valueOf((char) in.readUnsignedByte());
      Bytes bytes = Bytes.of(in.readNBytes(in.readUnsignedShort()));
      try {
        return new KeyValue(AttributeValue.Type.valueOf(type), bytes).value();
      } catch (IllegalArgumentException e) {
        throw new IOException("no value of a key", e);
      }
    }
  }
}

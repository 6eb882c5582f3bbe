package pagemark.pages.cursor;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.crypto.KDF;
import javax.crypto.spec.HKDFParameterSpec;
import org.cryptomator.siv.SivMode;
import org.jspecify.annotations.Nullable;
import pagemark.key.UnfitException;
import pagemark.pages.scope.CursorPoint;
import pagemark.pages.scope.Scope;

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
}

package pagemark.redis.script;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.stream.Collectors;

/// A Lua script: its text, and the SHA-1 by which EVALSHA finds it.
public record Script(String text, String sha1) {
  /// Joins the files of these names, which are beside this class, into one script.
  public static Script of(String... files) {
    return ofText(Arrays.stream(files).map(Script::read).collect(Collectors.joining()));
  }

  static Script ofText(String text) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-1").digest(text.getBytes(UTF_8));
      return new Script(text, HexFormat.of().formatHex(hash));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String read(String file) {
    try (InputStream in = Script.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException("no script " + file);
      }
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

package pagemark.redis.script;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;

/// One call of a script, with every key that it touches and its arguments. These are built when the
/// call is sent. So a server works on the first of many calls while the client builds the others.
public final class ScriptCall {
  /// The maximum of keys and arguments together; a serverless cache accepts 3,999.
  public static final int KEYS_AND_ARGUMENTS_MAX = 3_900;

  /// Builds the keys and arguments of a call.
  @FunctionalInterface
  interface Operands {
    /// Adds at least one key.
    void addTo(List<byte[]> keys, List<byte[]> arguments);
  }

  private final Script script;
  private final byte[] key;
  private final Operands operands;
  private final List<byte[]> keys = new ArrayList<>();
  private final List<byte[]> arguments = new ArrayList<>();

  /// @param key a key of the node that must get the call
  ScriptCall(Script script, byte[] key, Operands operands) {
    this.script = script;
    this.key = key;
    this.operands = operands;
  }

  public static ScriptCall of(Script script, List<byte[]> keys, Object... arguments) {
    return new ScriptCall(
        script,
        keys.getFirst(),
        (allKeys, allArguments) -> {
          allKeys.addAll(keys);
          for (Object argument : arguments) {
            allArguments.add(
                argument instanceof byte[] raw ? raw : argument.toString().getBytes(UTF_8));
          }
        });
  }

  public Script script() {
    return script;
  }

  /// A key of the node that must get the call.
  public byte[] key() {
    return key;
  }

  public List<byte[]> keys() {
    build();
    return keys;
  }

  public List<byte[]> arguments() {
    build();
    return arguments;
  }

  private synchronized void build() {
    if (keys.isEmpty()) {
      operands.addTo(keys, arguments);
    }
  }

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

  /// A list of texts and numbers in MessagePack, which a script reads with `cmsgpack.unpack`. Many
  /// values take Redis and its client less time in a list than as an argument each.
  static final class ArgumentList {
    private static final int SHORT_NUMBER_MAX = 0x7F;
    private static final int NUMBER = 0xD3;
    private static final int SHORT_TEXT_MAX = 31;
    private static final int SHORT_TEXT = 0xA0;
    private static final int TEXT = 0xDB;
    private static final int LIST = 0xDD;

    private final ByteArrayOutputStream values = new ByteArrayOutputStream();
    private int size;

    /// The number of values.
    int size() {
      return size;
    }

    void add(long number) {
      size++;
      if (number >= 0 && number <= SHORT_NUMBER_MAX) {
        values.write((int) number);
      } else {
        values.write(NUMBER);
        write(number, Long.BYTES, values);
      }
    }

    void add(String text) {
      add(text.getBytes(UTF_8));
    }

    void add(byte[] text) {
      size++;
      if (text.length <= SHORT_TEXT_MAX) {
        values.write(SHORT_TEXT + text.length);
      } else {
        values.write(TEXT);
        write(text.length, Integer.BYTES, values);
      }
      values.writeBytes(text);
    }

    /// Adds the values of another list.
    void addAll(ArgumentList other) {
      size += other.size;
      values.writeBytes(other.values.toByteArray());
    }

    byte[] toArray() {
      ByteArrayOutputStream list = new ByteArrayOutputStream();
      list.write(LIST);
      write(size, Integer.BYTES, list);
      list.writeBytes(values.toByteArray());
      return list.toByteArray();
    }

    /// Writes a number in big-endian order.
    private static void write(long number, int length, ByteArrayOutputStream out) {
      for (int shift = (length - 1) * Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
        out.write((int) (number >> shift));
      }
    }
  }

  /// The times that `clock.lua` needs.
  ///
  /// @param period the length of a fence period
  /// @param now the caller's time; scripts refuse to run if it differs from that of Redis by more
  ///   than an hour
  public record FenceTime(Duration period, Instant now) {
    void addTo(List<byte[]> arguments) {
      arguments.add(Long.toString(period.toSeconds()).getBytes(US_ASCII));
      arguments.add(Long.toString(now.getEpochSecond()).getBytes(US_ASCII));
    }
  }
}

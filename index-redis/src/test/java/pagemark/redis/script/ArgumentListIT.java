package pagemark.redis.script;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import pagemark.embedded.RedisServer;
import pagemark.redis.script.ScriptCall.ArgumentList;
import redis.clients.jedis.RedisClient;

/// What a script reads from a list that is one argument.
final class ArgumentListIT {
  /// The list as texts. A number is a text that begins with a letter, because a reply has no
  /// numbers beyond 64 bits.
  private static final String READ =
      """
      local values = cmsgpack.unpack(ARGV[1])
      for i, value in ipairs(values) do
        if type(value) == 'number' then values[i] = 'n' .. string.format('%.0f', value) end
      end
      return values
      """;

  private static List<String> read(ArgumentList list) {
    try (RedisServer server = RedisServer.start(RedisServer.Options.inMemory());
        RedisClient redis = RedisClient.create(server.uri())) {
      Object reply = redis.eval(READ.getBytes(UTF_8), List.of(), List.of(list.toArray()));
      return ((List<?>) reply).stream().map(text -> new String((byte[]) text, ISO_8859_1)).toList();
    }
  }

  @Test
  void aScriptReadsAllLengthsOfTextAndNumbersAcrossTheirFormats() {
    ArgumentList list = new ArgumentList();
    ArgumentList other = new ArgumentList();
    List<String> expected = new ArrayList<>();
    Random random = new Random(7);
    for (int length : new int[] {0, 1, 30, 31, 32, 33, 255, 256, 65_535, 65_536}) {
      byte[] text = new byte[length];
      random.nextBytes(text);
      other.add(text);
      expected.add(new String(text, ISO_8859_1));
    }
    list.addAll(other);
    for (long number : new long[] {0, 1, 127, 128, 255, 256, 65_536, 1_800_000_000_000L, -1}) {
      list.add(number);
      expected.add("n" + number);
    }
    list.add("größer");
    expected.add(new String("größer".getBytes(UTF_8), ISO_8859_1));
    assertEquals(expected.size(), list.size());
    assertEquals(expected, read(list));
  }
}

package pagemark.deploy;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Protocol;

/// A command that a server knows.
///
/// @param name as access strings have it, such as `hget` and, from 7.0 on, `cluster|slots`
/// @param words how many it needs at least, its name's included
record ServerCommand(String name, int words) {
  private static final int ARITY = 1;
  private static final int PARTS = 9;

  static List<ServerCommand> all(URI server) {
    try (Jedis redis = new Jedis(server)) {
      List<?> replies = (List<?>) redis.sendCommand(Protocol.Command.COMMAND);
      return replies.stream().flatMap(reply -> of((List<?>) reply)).toList();
    }
  }

  /// A command, or in its place those it consists of.
  private static Stream<ServerCommand> of(List<?> reply) {
    if (reply.size() > PARTS && !((List<?>) reply.get(PARTS)).isEmpty()) {
      return ((List<?>) reply.get(PARTS)).stream().flatMap(part -> of((List<?>) part));
    }
    String name = new String((byte[]) reply.getFirst(), US_ASCII);
    return Stream.of(new ServerCommand(name, Math.abs(((Long) reply.get(ARITY)).intValue())));
  }

  /// The command with arguments that make no sense, just enough for the server to look whether its
  /// caller has the right.
  String[] call() {
    List<String> call = new ArrayList<>(Arrays.asList(name.split("[|]", -1)));
    while (call.size() < words) {
      call.add("pm:x");
    }
    return call.toArray(String[]::new);
  }
}

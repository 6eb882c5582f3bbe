package pagemark.deploy;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisDataException;

/// A cache user of the template, on a Redis of this machine: with a password, because IAM is there
/// on AWS only.
///
/// @param resource the logical id
record AccessRights(String resource, String name) {
  static final AccessRights API = new AccessRights("ApiCacheUser", "pagemark-api");
  static final AccessRights SYNC = new AccessRights("SyncCacheUser", "pagemark-sync");
  private static final String PASSWORD = "of-this-test";

  /// The access string of the template.
  String accessString() {
    return Project.template().properties(resource).path("AccessString").asText();
  }

  /// Gives the user its rights on a server, and forgets what was refused there so far.
  void grant(URI server) {
    List<String> rules = new ArrayList<>(List.of("reset", ">" + PASSWORD));
    rules.addAll(Arrays.asList(accessString().split("\\s+", -1)));
    try (Jedis admin = new Jedis(server)) {
      admin.aclSetUser(name, rules.toArray(String[]::new));
      admin.aclLogReset();
    }
  }

  /// The URL with the user's login in it.
  String login(String url) {
    return url.replaceFirst("://", "://" + name + ":" + PASSWORD + "@");
  }

  /// Whether the user has the right to run a command; the outcome of the command does not matter.
  ///
  /// @param command with its arguments
  boolean allows(URI server, String... command) {
    try (Jedis redis = new Jedis(URI.create(login(server.toString())))) {
      String[] arguments = Arrays.copyOfRange(command, 1, command.length);
      redis.sendCommand(() -> command[0].getBytes(US_ASCII), arguments);
      return true;
    } catch (JedisDataException e) {
      return !isOfRights(String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT));
    }
  }

  /// Redis 6.2 and 7.0 word this differently in a script.
  private static boolean isOfRights(String message) {
    return message.contains("noperm")
        || message.contains("acl failure in script")
        || message.contains("the user executing the script can't");
  }
}

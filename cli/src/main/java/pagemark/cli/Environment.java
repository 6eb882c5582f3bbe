package pagemark.cli;

import java.util.HashMap;
import java.util.Map;

/// The environment variables as a local stack sees them.
final class Environment {
  private Environment() {}

  /// `TABLE_NAME` is `comments` where it is not set.
  static Map<String, String> local(Map<String, String> environment) {
    Map<String, String> local = new HashMap<>(environment);
    if (environment.getOrDefault("TABLE_NAME", "").isEmpty()) {
      local.put("TABLE_NAME", "comments");
    }
    return local;
  }
}

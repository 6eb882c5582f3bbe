package pagemark.cli.option;

import java.util.HashMap;
import java.util.Map;

/// The environment variables, with the defaults of a local stack.
public final class LocalEnvironment {
  private LocalEnvironment() {}

  /// Sets `TABLE_NAME` to `comments` if the environment does not set it.
  public static Map<String, String> local(Map<String, String> environment) {
    Map<String, String> local = new HashMap<>(environment);
    if (environment.getOrDefault("TABLE_NAME", "").isEmpty()) {
      local.put("TABLE_NAME", "comments");
    }
    return local;
  }
}

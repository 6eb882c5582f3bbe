package pagemark.redis;

import java.util.regex.Pattern;

/// A user of an ElastiCache cache that proves by an AWS identity who it is.
///
/// @param name the user's id, which with IAM is its name too
/// @param cache the name of the serverless cache, or the id of the replication group
/// @param serverless which of them it is
record CacheUser(String name, String cache, boolean serverless) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9-]{0,39}");

  CacheUser {
    require("the user", name);
    require("iam", cache);
  }

  private static void require(String what, String name) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "index URL: %s is \"%s\"; allowed is a letter and then letters, digits and hyphens, 40 in all"
              .formatted(what, name));
    }
  }
}

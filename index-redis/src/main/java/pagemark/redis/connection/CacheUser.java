package pagemark.redis.connection;

import java.util.regex.Pattern;

/// A user of an ElastiCache cache who logs in by IAM.
///
/// @param name the user's id, which must equal the user's name if IAM is used
/// @param cache the name of the serverless cache, or the id of the replication group
/// @param serverless whether it is a serverless cache
record CacheUser(String name, String cache, boolean serverless) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9-]{0,39}");

  CacheUser {
    require("the user", name);
    require("iam", cache);
  }

  private static void require(String what, String name) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "index URL: %s is \"%s\". Valid values: a letter, then up to 39 letters, digits and hyphens"
              .formatted(what, name));
    }
  }
}

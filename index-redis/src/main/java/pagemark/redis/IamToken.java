package pagemark.redis;

import java.net.URI;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import pagemark.index.SignedConnect;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.regions.Region;

/// What ElastiCache takes in place of a password.
final class IamToken {
  private IamToken() {}

  /// A token that is good for [SignedConnect#LIFE] from now.
  static String sign(CacheUser user, AwsCredentials who, Region region, Instant now) {
    Map<String, String> parameters = new LinkedHashMap<>();
    parameters.put("Action", "connect");
    parameters.put("User", user.name());
    if (user.serverless()) {
      parameters.put("ResourceType", "ServerlessCache");
    }
    URI cache = URI.create("http://" + user.cache().toLowerCase(Locale.ROOT) + "/");
    return new SignedConnect("elasticache", cache, parameters).token(who, region, now);
  }
}

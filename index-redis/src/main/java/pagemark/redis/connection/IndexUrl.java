package pagemark.redis.connection;

import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.util.JedisURIHelper;

/// Parses index URLs: `redis://[USER:PASSWORD@]HOST:PORT[?cluster=true]`, the same with `rediss://`
/// for TLS, or `rediss://USER@HOST:PORT?iam=CACHE[&cluster=true[&serverless=true]]`. The last may
/// tell the limits of a serverless cache: `&maxGigabytes=1&maxUnits=25000`, ECPU a second.
///
/// @param unitsMax `Long.MAX_VALUE` if the URL names none
/// @param bytesMax `Long.MAX_VALUE` if the URL names none
record IndexUrl(
    HostAndPort address, boolean tls, boolean cluster, Login login, long unitsMax, long bytesMax) {
  private static final String GIGABYTES = "maxGigabytes";
  private static final String UNITS = "maxUnits";
  private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,8}");

  private static final String VALID =
      ". Valid URLs: redis://[USER:PASSWORD@]HOST:PORT[?cluster=true], the same with rediss:// for"
          + " TLS, and rediss://USER@HOST:PORT?iam=CACHE[&cluster=true[&serverless=true]], with"
          + " maxGigabytes=1 and maxUnits=25000, or other numbers, for the limits of a serverless"
          + " cache";

  /// How the client logs in.
  sealed interface Login {
    /// Without a user or password.
    record None() implements Login {}

    /// @param user null for the server's default user
    record Password(@Nullable String user, String password) implements Login {
      @Override
      public String toString() {
        return "password of " + user;
      }
    }

    /// With a token of AWS.
    record Iam(CacheUser user) implements Login {}
  }

  /// @throws IllegalArgumentException if `url` is not valid. The message says what is wrong and
  ///   what is valid, and contains no password
  static IndexUrl of(URI url) {
    if (!JedisURIHelper.isValid(url)) {
      throw refused("it needs a scheme, a host and a port");
    }
    boolean tls = JedisURIHelper.isRedisSSLScheme(url);
    Map<String, String> parameters = parameters(url);
    String cache = parameters.get("iam");
    if (cache == null && parameters.containsKey("serverless")) {
      throw refused("\"serverless\" needs \"iam\"");
    }
    if (!parameters.containsKey("serverless")
        && (parameters.containsKey(GIGABYTES) || parameters.containsKey(UNITS))) {
      throw refused("limits need \"serverless=true\"");
    }
    return new IndexUrl(
        JedisURIHelper.getHostAndPort(url),
        tls,
        parameters.containsKey("cluster"),
        cache == null ? login(url) : iam(url, cache, parameters),
        limit(parameters.get(UNITS), 1),
        limit(parameters.get(GIGABYTES), 1_000_000_000));
  }

  private static long limit(@Nullable String value, long unit) {
    return value == null ? Long.MAX_VALUE : Long.parseLong(value) * unit;
  }

  private static Map<String, String> parameters(URI url) {
    Map<String, String> parameters = new HashMap<>();
    String query = url.getQuery() == null ? "" : url.getQuery();
    for (String pair : query.isEmpty() ? new String[0] : query.split("&", -1)) {
      String[] nameAndValue = pair.split("=", 2);
      String value = nameAndValue.length < 2 ? "" : nameAndValue[1];
      if (parameters.put(nameAndValue[0], value) != null) {
        throw refused("\"" + nameAndValue[0] + "\" is given twice");
      }
      requireKnown(nameAndValue[0], value);
    }
    return parameters;
  }

  private static void requireKnown(String name, String value) {
    switch (name) {
      case "iam" -> {}
      case "cluster", "serverless" -> {
        if (!value.equals("true")) {
          throw refused("\"%s\" is \"%s\"; it must be true".formatted(name, value));
        }
      }
      case GIGABYTES, UNITS -> {
        if (!NUMBER.matcher(value).matches()) {
          throw refused("\"%s\" is \"%s\"; it must be a whole number".formatted(name, value));
        }
      }
      default -> throw refused("\"" + name + "\" is not a parameter");
    }
  }

  private static Login login(URI url) {
    if (url.getUserInfo() == null) {
      return new Login.None();
    }
    if (!url.getUserInfo().contains(":")) {
      throw refused("a user needs a password or \"iam\"");
    }
    return new Login.Password(JedisURIHelper.getUser(url), JedisURIHelper.getPassword(url));
  }

  private static Login iam(URI url, String cache, Map<String, String> parameters) {
    if (!JedisURIHelper.isRedisSSLScheme(url)) {
      throw refused("\"iam\" needs rediss://, because a token is sent only with TLS");
    }
    String user = url.getUserInfo();
    if (user == null) {
      throw refused("\"iam\" needs a user");
    }
    if (user.contains(":")) {
      throw refused("\"iam\" and a password cannot be used together");
    }
    boolean serverless = parameters.containsKey("serverless");
    if (serverless && !parameters.containsKey("cluster")) {
      throw refused("\"serverless\" needs \"cluster=true\"");
    }
    return new Login.Iam(new CacheUser(user, cache, serverless));
  }

  /// Whether ElastiCache closes connections of this login after 12 hours.
  boolean isIam() {
    return login instanceof Login.Iam;
  }

  /// Whether it is a serverless cache.
  boolean isServerless() {
    return login instanceof Login.Iam(var user) && user.serverless();
  }

  private static IllegalArgumentException refused(String reason) {
    return new IllegalArgumentException("index URL: " + reason + VALID);
  }

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
}

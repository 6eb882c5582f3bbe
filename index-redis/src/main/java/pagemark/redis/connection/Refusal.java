package pagemark.redis.connection;

import java.net.ConnectException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import pagemark.index.IndexException;
import pagemark.redis.connection.IamTokens.UnsignedException;
import pagemark.redis.connection.IndexUrl.Login;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/// Explains errors of the client or the server. If certificates, logins or rights are wrong, the
/// explanation is in our own words and contains no secret.
public record Refusal(IndexUrl url) {
  private static final int CAUSES_MAX = 100;
  private static final Pattern COMMAND = Pattern.compile("run the '([a-z|_-]{1,40})' command");

  /// Servers repeat the arguments of unknown commands. A login may be among these, so they are cut.
  private static final Pattern ARGUMENTS = Pattern.compile("(?s),? with args beginning with.*");

  /// A refused login, in the words of Redis and Valkey since 6, of older ones, and of ElastiCache.
  private static final Pattern LOGIN =
      Pattern.compile(
          "(?is)(WRONGPASS|ERR AUTH\\b|ERR invalid password|ERR Client sent AUTH).*"
              + "|.*\\binvalid[- ]iam[- ]credentials\\b.*");

  IndexException.Unavailable of(JedisException e) {
    String reason = reason(e);
    if (reason != null) {
      return new IndexException.Refused("Redis: " + reason, e);
    }
    String message = messages(e);
    Matcher arguments = ARGUMENTS.matcher(message);
    return arguments.find()
        ? new IndexException.Unavailable("Redis: " + arguments.replaceFirst(""), null)
        : new IndexException.Unavailable("Redis: " + message, e);
  }

  /// The message of an error, with that of the client's first failed attempt: a cluster's own
  /// message says only that all attempts failed.
  private static String messages(Throwable e) {
    String message = String.valueOf(e.getMessage());
    return e.getSuppressed().length == 0
        ? message
        : message + " " + String.valueOf(e.getSuppressed()[0].getMessage());
  }

  /// Whether a login was refused, or is missing.
  static boolean isOfLogin(Throwable error) {
    return known(error).stream()
        .map(e -> String.valueOf(e.getMessage()))
        .anyMatch(message -> isOfLogin(message) || message.startsWith("NOAUTH"));
  }

  private static boolean isOfLogin(String message) {
    return LOGIN.matcher(message).matches();
  }

  /// Whether a call was refused because Redis has no memory left.
  public static boolean isOutOfMemory(@Nullable Throwable e) {
    return e != null
        && (String.valueOf(e.getMessage()).contains("OOM ") || isOutOfMemory(e.getCause()));
  }

  /// Whether a server has answered with an error. Else nobody knows whether the call ran.
  public static boolean isOfServer(IndexException e) {
    return e.getCause() instanceof JedisDataException;
  }

  private @Nullable String reason(Throwable error) {
    for (Throwable e : known(error)) {
      String reason = reasonOf(e);
      if (reason != null) {
        return reason;
      }
    }
    return null;
  }

  /// The error, its causes, and the suppressed errors of earlier attempts.
  private static Set<Throwable> known(Throwable error) {
    Set<Throwable> known = new LinkedHashSet<>();
    Deque<Throwable> open = new ArrayDeque<>(Set.of(error));
    while (!open.isEmpty() && known.size() < CAUSES_MAX) {
      Throwable e = open.removeFirst();
      if (known.add(e)) {
        open.addAll(Arrays.asList(e.getSuppressed()));
        Optional.ofNullable(e.getCause()).ifPresent(open::addFirst);
      }
    }
    return known;
  }

  private @Nullable String reasonOf(Throwable e) {
    return switch (e) {
      case UnsignedException unsigned -> unsigned.getMessage();
      case CertPathBuilderException _, CertPathValidatorException _ ->
          "its certificate is not trusted: no authority that this JVM trusts has signed it, or it"
              + " has expired";
      case CertificateException name when isOfName(name) ->
          "its certificate is for another host name";
      case SSLException tls when String.valueOf(tls.getMessage()).contains("SSL message") ->
          "it does not speak TLS at this port, and the index URL says rediss://";
      case SocketTimeoutException silence when isInHandshake(silence) ->
          "it did not answer in TLS in time; does it speak TLS at this port?";
      case JedisConnectionException closed when !url.tls() && isAtBirth(closed) ->
          "it closes connections before any answer; does it speak TLS at this port?";
      case JedisException redis -> reasonOf(String.valueOf(redis.getMessage()));
      default -> null;
    };
  }

  private static boolean isOfName(CertificateException e) {
    String message = String.valueOf(e.getMessage());
    return message.contains("No subject alternative") || message.contains("No name matching");
  }

  private static boolean isInHandshake(SocketTimeoutException e) {
    return comesFrom("readHandshakeRecord", e);
  }

  private static boolean isAtBirth(JedisConnectionException e) {
    boolean closed =
        (e.getCause() instanceof SocketException && !(e.getCause() instanceof ConnectException))
            || String.valueOf(e.getMessage()).startsWith("Unexpected end of stream");
    return closed && comesFrom("initializeFromClientConfig", e);
  }

  private static boolean comesFrom(String method, Throwable e) {
    return Arrays.stream(e.getStackTrace()).anyMatch(frame -> frame.getMethodName().equals(method));
  }

  private @Nullable String reasonOf(String message) {
    if (message.startsWith("Unknown reply: \u0015")) {
      return "it speaks TLS at this port, and the index URL says redis://";
    }
    if (isOfLogin(message)) {
      return login();
    }
    if (message.startsWith("NOAUTH")) {
      return "it wants a login, and does not know this connection";
    }
    return isOfRights(message) ? user() + " has no right " + right(message) : null;
  }

  private String login() {
    return switch (url.login()) {
      case Login.Iam(var user) ->
          "user \"%s\" is refused at cache \"%s\": there is no such user with IAM, this AWS identity"
                  .formatted(user.name(), user.cache())
              + " may not elasticache:Connect as it, or the token has expired";
      case Login.Password _, Login.None _ -> user() + " is refused: wrong user or password";
    };
  }

  private String user() {
    return switch (url.login()) {
      case Login.Iam(var user) -> "user \"" + user.name() + "\"";
      case Login.Password(var user, _) when user != null -> "user \"" + user + "\"";
      case Login.Password _, Login.None _ -> "the default user";
    };
  }

  /// Whether a right is missing. Redis 6.2 and 7.0 report this inside scripts in different words.
  private static boolean isOfRights(String message) {
    return message.contains("NOPERM")
        || message.contains("ACL failure in script")
        || message.contains("The user executing the script can't");
  }

  private static String right(String message) {
    Matcher command = COMMAND.matcher(message);
    return command.find() ? "to run " + command.group(1) : "to what was asked";
  }
}

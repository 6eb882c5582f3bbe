package pagemark.dynamodb.request;

import static java.time.format.DateTimeFormatter.RFC_1123_DATE_TIME;

import java.time.Instant;
import java.time.InstantSource;
import java.time.ZonedDateTime;
import java.time.format.DateTimeParseException;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import pagemark.index.IndexException;
import pagemark.tree.request.MissingGenerationException;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.SdkResponse;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;

/// Makes calls to DynamoDB, listens to its clock, and says in our own words what went wrong.
///
/// The client repeats calls that may succeed, a few times. So a write may be refused by what it has
/// written itself.
///
/// @param client gives the client; it may fail as the SDK does
public record Calls(Supplier<DynamoDbClient> client, ServerClock clock) {
  /// The error codes by which AWS refuses a client.
  private static final Set<String> REFUSALS =
      Set.of(
          "AccessDeniedException",
          "ExpiredTokenException",
          "IncompleteSignatureException",
          "InvalidClientTokenId",
          "InvalidSignatureException",
          "MissingAuthenticationToken",
          "MissingAuthenticationTokenException",
          "OptInRequired",
          "UnrecognizedClientException");

  /// DynamoDB cannot do it now: it is throttled, or a transaction has the item.
  static final class BusyException extends RuntimeException {
    BusyException(Throwable cause) {
      super(cause);
    }
  }

  /// Makes a call that does not depend on what an item is, and that is not a transaction.
  ///
  /// @throws MissingGenerationException if there is no such table
  /// @throws ResourceInUseException if the table is being created or deleted
  /// @throws IndexException.Unavailable if it fails
  public <R extends SdkResponse> R make(String table, Function<DynamoDbClient, R> call) {
    try {
      return attempt(table, call);
    } catch (BusyException e) {
      throw new IndexException.Throttled("DynamoDB throttles the index", e);
    }
  }

  /// Makes a call.
  ///
  /// @throws ConditionalCheckFailedException if the item is not as expected
  /// @throws TransactionCanceledException if the transaction was not done
  /// @throws BusyException if DynamoDB cannot do it now
  /// @throws MissingGenerationException if there is no such table
  /// @throws IndexException.Unavailable if it fails; a write may have been done or not
  <R extends SdkResponse> R attempt(String table, Function<DynamoDbClient, R> call) {
    try {
      return listened(call);
    } catch (ConditionalCheckFailedException
        | TransactionCanceledException
        | ResourceInUseException e) {
      throw e;
    } catch (ResourceNotFoundException e) {
      throw new MissingGenerationException("there is no table " + table);
    } catch (TransactionConflictException e) {
      throw new BusyException(e);
    } catch (AwsServiceException e) {
      throw e.isThrottlingException() ? new BusyException(e) : failure(e);
    } catch (SdkException e) {
      throw failure(e);
    }
  }

  private <R extends SdkResponse> R listened(Function<DynamoDbClient, R> call) {
    DynamoDbClient dynamo = client.get();
    long sent = clock.now();
    try {
      R response = call.apply(dynamo);
      listen(response.sdkHttpResponse(), sent);
      return response;
    } catch (AwsServiceException e) {
      AwsErrorDetails details = e.awsErrorDetails();
      listen(details == null ? null : details.sdkHttpResponse(), sent);
      throw e;
    }
  }

  private void listen(@Nullable SdkHttpResponse response, long sent) {
    if (response != null) {
      response.firstMatchingHeader("Date").ifPresent(date -> clock.heard(date, sent));
    }
  }

  private static IndexException failure(AwsServiceException e) {
    AwsErrorDetails details = e.awsErrorDetails();
    String code = details == null ? "" + e.statusCode() : details.errorCode();
    return REFUSALS.contains(code)
        ? new IndexException.Refused("DynamoDB refuses the index: " + code, e)
        : new IndexException.Unavailable("DynamoDB failed: " + code, e);
  }

  private static IndexException failure(SdkException e) {
    String message = String.valueOf(e.getMessage());
    if (e instanceof SdkClientException && message.startsWith("Unable to load ")) {
      return new IndexException.Refused(
          message.contains("region")
              ? "there is no AWS region for the index in DynamoDB"
              : "there are no AWS credentials for the index in DynamoDB",
          e);
    }
    return new IndexException.Unavailable("DynamoDB cannot be reached", e);
  }

  /// DynamoDB's time, by the `Date` headers of its replies. It does not depend on the clock of this
  /// computer, and never runs ahead of DynamoDB's.
  ///
  /// A header tells whole seconds. When the request left, DynamoDB's clock showed less than the
  /// next second; when the reply came, it showed at least that second. So each reply gives bounds
  /// for the difference between that clock and the monotonic one. What all replies allow is kept. A
  /// reply that contradicts the others begins anew, for instance after this process stood still.
  public static final class ServerClock implements InstantSource {
    private static final long SECOND = 1_000_000_000;

    private final LongSupplier nanos;
    private @Nullable Bounds bounds;

    /// Bounds of the nanoseconds from the monotonic clock to DynamoDB's.
    private record Bounds(long low, long high) {
      Bounds and(Bounds other) {
        Bounds both = new Bounds(Math.max(low, other.low), Math.min(high, other.high));
        return both.low <= both.high ? both : other;
      }
    }

    public ServerClock() {
      this(System::nanoTime);
    }

    /// @param nanos a monotonic clock
    ServerClock(LongSupplier nanos) {
      this.nanos = nanos;
    }

    /// The monotonic clock, for [#heard].
    long now() {
      return nanos.getAsLong();
    }

    /// Takes in the header of a reply. A text that is no date is ignored.
    ///
    /// @param sent when the request was sent, by [#now]
    synchronized void heard(String date, long sent) {
      try {
        long time = ZonedDateTime.parse(date, RFC_1123_DATE_TIME).toEpochSecond() * SECOND;
        Bounds told = new Bounds(time - now(), time + SECOND - sent);
        bounds = bounds == null ? told : bounds.and(told);
      } catch (DateTimeParseException e) {
        // The replies of another server have no such header.
      }
    }

    /// DynamoDB's time, at most a second and a round trip behind.
    ///
    /// @throws IndexException.Unavailable if no reply has told it
    @Override
    public synchronized Instant instant() {
      if (bounds == null) {
        throw new IndexException.Unavailable("DynamoDB has not told its time", null);
      }
      long time = now() + bounds.low();
      return Instant.ofEpochSecond(Math.floorDiv(time, SECOND), Math.floorMod(time, SECOND));
    }
  }
}

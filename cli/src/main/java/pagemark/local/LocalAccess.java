package pagemark.local;

import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;

/// What DynamoDB Local is asked with: it wants credentials and a region, but takes any.
public final class LocalAccess {
  public static final Region REGION = Region.US_EAST_1;
  public static final StaticCredentialsProvider CREDENTIALS =
      StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local"));

  private LocalAccess() {}
}

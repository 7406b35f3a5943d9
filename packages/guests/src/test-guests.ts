export { type BuildReport, buildTestGuests, testGuest, testGuestNames } from './lib/test-guests/build-test-guests.ts';

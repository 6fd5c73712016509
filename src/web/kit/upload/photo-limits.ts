// Limits for photos, and the error if none arrived; photo-files.ts prepares the chosen ones.

export const MOST_PHOTOS = 10

export const PHOTO_TYPES = 'image/jpeg,image/png,image/webp,image/avif,image/heic,image/heif'

export const PHOTOS_NOT_SENT = 'The photos couldn’t be sent. Check your connection and try again.'
